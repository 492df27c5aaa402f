-- The event store: one totally ordered, append-only log and the guards that are checked in the same statement, the keys of persons, and the
-- schema of the read models. Of the application it knows nothing; what the application needs beside it stands in 0002.
-- The application role reads these tables and appends with es.append; what it may change otherwise is granted at the end.

do $$ begin
  create role gamertech_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant gamertech_app to %I', current_user);
exception when others then null; -- a superuser needs no membership; two first starts may race for it
end $$;

create schema es;

create table es.event_types (
  id smallint generated always as identity primary key,
  name text not null unique,
  frees_claims boolean not null default false -- a stream that holds such an event may be freed of its claims
);

create table es.streams (
  id uuid primary key,
  category smallint not null,
  version int not null
) with (fillfactor = 80);

create table es.events (
  pos bigint primary key,                -- commit order, 1..N without holes
  stream_id uuid not null,
  version int not null,                  -- 1..n inside the stream
  type smallint not null,
  schema_version smallint not null,
  data json not null,                    -- json, not jsonb: the bytes stay as written
  meta json not null,                    -- actor, correlation, causation
  at timestamptz not null,
  unique (stream_id, version)
);

create table es.commands (               -- idempotency: a command id is accepted once
  id uuid primary key,
  pos bigint not null,
  at timestamptz not null default now()
);
-- Ids of commands are forgotten after a while: what is old is found without reading what is not.
create index commands_at on es.commands using brin (at);

create table es.claims (                 -- values that are unique across streams
  scope smallint not null,
  key bytea not null,
  stream_id uuid not null,
  primary key (scope, key)
);
create index claims_of_stream on es.claims (stream_id);

create table es.guards (                 -- the fold of what events change, kept here so that the database refuses to give away more than there is
  key bigint primary key,
  total int not null,
  taken int not null,
  check (taken between 0 and total)
) with (fillfactor = 50);

-- Checkpoints. A projection has generations: each is a table rm.<name>__<generation> that code declares, and the view rm.<name> shows one
-- of them. A rebuild makes the next generation beside the live one and turns the view. A reactor has one generation and no table.
create table es.subscriptions (
  generation int generated always as identity primary key, -- also the key of the lock of the process that feeds it
  name text not null,
  kind text not null check (kind in ('projection', 'reactor')),
  version int not null,
  state text not null default 'live' check (state in ('building', 'ready', 'live', 'kept')),
  paused boolean not null default false,
  pos bigint not null,
  epoch bigint not null default 0,       -- raised by each new leader: a fenced-off one updates nothing
  progress bigint not null default 0,    -- while building: how far the fold in memory is; pos is how far the table is
  target bigint not null default 0,      -- while building: the end of the log as last seen
  kept_until timestamptz,                -- a kept generation is fed until then, so that going back is instant
  updated_at timestamptz not null default now()
);
create unique index subscriptions_live on es.subscriptions (name) where state = 'live';
create index subscriptions_name on es.subscriptions (name);

create table es.dead_letters (           -- keys that a projection could not apply, and all their later events
  generation int not null,
  projection text not null,
  key text not null,
  pos bigint not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (generation, key, pos)
);

create schema keys;                      -- apart from es, for a backup policy of its own
create table keys.subjects (             -- one key a person. A destroyed key leaves its row, so that none is ever made anew for that person
  subject bigint primary key,
  wrapped_key bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  constraint subjects_key_or_destroyed check ((wrapped_key is null) = (destroyed_at is not null))
);
create function keys.refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'the key of subject % was destroyed for good', old.subject using errcode = 'insufficient_privilege';
end $$;
create trigger destroyed_for_good before update or delete on keys.subjects
  for each row when (old.destroyed_at is not null) execute function keys.refuse_revival();

create function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'es.events is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on es.events
  for each statement execute function es.refuse_change();

create schema rm;                        -- tables and views of projections: declared in code, made by the store, rebuilt from the log at any time

grant usage on schema es, keys, rm to gamertech_app;
grant select on all tables in schema es to gamertech_app;
grant insert on es.event_types to gamertech_app;
grant insert, update on es.subscriptions to gamertech_app;
grant insert, delete on es.dead_letters to gamertech_app;
grant select, insert, update (wrapped_key, destroyed_at) on keys.subjects to gamertech_app;
