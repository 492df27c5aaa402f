-- What runs and what is under way. It may be lost: events ask for each operation and batch, and end it.
create schema operation;
create table operation.work (            -- what admins ask of the machinery from the panel, how far it is and what it found
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
create unique index work_open on operation.work (target) where is_long and state in ('waiting', 'running'); -- one at a time for each target

create unlogged table operation.processes ( -- each process writes its own row every few seconds; rows that nobody writes are removed
  id uuid primary key,                   -- of this start of the process
  host text not null,
  os_pid int not null,
  role text not null,                    -- both, web or worker
  release text not null,                 -- names the build
  started_at timestamptz not null,
  seen_at timestamptz not null,
  pump_pid int,                          -- the server's number of the connection that feeds or stands by; null: it has none
  memory_bytes bigint not null,
  loop_delay_ms float not null,          -- 99 of 100 turns of its event loop were late by less since it wrote before
  round_trip_ms int not null,            -- to the server and back
  pools json not null                    -- connections by pool
) with (fillfactor = 50);

-- Many products changed at once: what is planned for each, and what became of it. A preview shows it and an undo needs it, for ninety days.
create schema batch;
create table batch.work (
  id uuid primary key,                   -- also the id of its events' stream, and of its job
  kind text not null check (kind in ('import', 'prices', 'conversion')),
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'waiting', 'running', 'applied', 'undoing', 'undone', 'cancelled')),
  actor text not null,                   -- asked for what is under way
  title text not null,
  reason text,
  file bytea,                            -- of a draft of an import
  settings jsonb not null,               -- how the file is read, or the rule for the prices
  position bigint not null default 0,    -- of the event that asked for what is under way
  stop_asked boolean not null default false,
  scheduled_for timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create table batch.items (
  batch_id uuid not null references batch.work on delete cascade,
  nth int not null,                      -- the row of the file, or the place in the list
  kind text not null check (kind in ('create', 'change', 'same', 'wrong')),
  state text not null default 'planned' check (state in ('planned', 'done', 'failed', 'undone', 'kept')),
  product_id int,
  name text not null,
  change jsonb not null,                 -- before and after of what changes; or what is wrong
  message text,                          -- why it failed, or was kept
  primary key (batch_id, nth)
);
create index items_by_kind on batch.items (batch_id, kind, state, nth);

grant usage on schema operation, batch to gamertech_app;
grant select, insert, update, delete on all tables in schema operation, batch to gamertech_app;
