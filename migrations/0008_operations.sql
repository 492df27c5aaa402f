-- What admins ask of the machinery from the panel, how far it is and what it found. It is asked for and ended by events; this is what
-- every process shows of it meanwhile, and may be lost.
create schema operation;
create table operation.work (
  id uuid primary key,                   -- also the id of its events' stream and of its job
  act text not null,
  target text not null,
  actor text not null,
  position bigint not null default 0,    -- of the event that asked for it
  is_long boolean not null,              -- worked on by a job; the others are done while the caller waits
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'differs', 'failed', 'cancelled')),
  stop_asked boolean not null default false,
  phase text not null default '',
  done bigint not null default 0,
  total bigint not null default 0,
  rate float not null default 0,         -- positions a second
  detail text,                           -- one sentence, once it has ended
  result json,                           -- the first of what it found; never personal data
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
-- One at a time for each target.
create unique index work_open on operation.work (target) where is_long and state in ('waiting', 'running');
create index work_requested on operation.work (requested_at);
grant usage on schema operation to gamertech_app;
grant select, insert, update, delete on operation.work to gamertech_app;
