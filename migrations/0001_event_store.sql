-- The event store: one append-only log, its guards, its readers' checkpoints, persons' keys. The application reads it and calls es.append.

do $$ begin
  create role gamertech_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant gamertech_app to %I', current_user);
exception when others then null; -- a superuser needs no membership; two first starts may race for it
end $$;

create schema es;

create function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;

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
create trigger append_only before update or delete or truncate on es.events
  for each statement execute function es.refuse_change();
-- Finds the events of a request or an actor among millions: a small filter for each quarter of a megabyte costs an append next to nothing.
create index events_lookup on es.events using brin (
  pos,
  (meta ->> 'correlation') text_bloom_ops (n_distinct_per_range = 1000),
  (meta ->> 'actor') text_bloom_ops (n_distinct_per_range = 250)
) with (pages_per_range = 32, autosummarize = on);

-- es.append and es.read_streams look here first: all of a log of one table, the newest partitions of a divided one (docs/decisions/025).
create view es.recent_events as
  select pos, stream_id, version, type, schema_version, data, meta, at from es.events;
create table es.partitioning (           -- no row: one table
  one boolean primary key default true check (one),
  size bigint not null check (size >= 1000) -- positions of each partition to come
);

create table es.commands (               -- idempotency: a command id is accepted once
  id uuid primary key,
  pos bigint not null,
  at timestamptz not null default now(),
  fingerprint bytea,                     -- hash of actor, stream or command, and content; null: the caller named no command
  digest bytea not null                  -- hash of the row as it was accepted, so that a row changed by itself is found
);
create index commands_at on es.commands using brin (at); -- old ids are deleted
create function es.command_digest(id uuid, pos bigint, fingerprint bytea) returns bytea language sql immutable parallel safe as $$
  select sha256(uuid_send(id) || int8send(pos) || coalesce(fingerprint, ''))
$$;
create function es.digest_command() returns trigger language plpgsql as $$
begin
  new.digest := es.command_digest(new.id, new.pos, new.fingerprint);
  return new;
end $$;
create trigger accepted before insert on es.commands for each row execute function es.digest_command();

create table es.claims (                 -- values that are unique across streams
  scope smallint not null,
  key bytea not null,
  stream_id uuid not null,
  primary key (scope, key)
);
create index claims_of_stream on es.claims (stream_id);

create table es.guards (                 -- the fold of what events change, so that the database refuses to give away more than there is
  key bigint primary key,
  total int not null,
  taken int not null,
  check (taken between 0 and total)
) with (fillfactor = 50);

-- A chain of hashes over the log: es.extend_chain closes each page of 100 events with a link, so that no linked event is changed unnoticed.
create table es.chain (
  upto bigint primary key,               -- the last position of its page: 100, 200, 300, …
  hash bytea not null,                   -- SHA-256 of the previous link's hash and the page's digest
  marks bytea not null,                  -- the first four bytes of each event's hash, so that a changed event is found by itself
  at timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on es.chain
  for each statement execute function es.refuse_change();
create table es.chain_head (             -- where the chain ends, apart from its links: links that are gone are missed
  is_head boolean primary key default true check (is_head), -- one row
  upto bigint not null,
  hash bytea not null
);
create table es.imports (                -- the log was imported up to here, without the ids of its commands
  upto bigint primary key,
  at timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on es.imports
  for each statement execute function es.refuse_change();

-- Checkpoints. A projection has generations, each a table rm.<name>__<generation>, of which the view rm.<name> shows one; a reactor has one
-- and no table. Each page of the log changes these few rows: autovacuum's usual thresholds are for large tables.
create table es.subscriptions (
  generation int generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('projection', 'reactor')),
  version int not null,
  state text not null default 'live' check (state in ('building', 'ready', 'live', 'kept')),
  paused boolean not null default false,
  pos bigint not null,
  epoch bigint not null default 0,       -- raised by each new leader: a fenced-off one updates nothing
  highest_epoch bigint not null default 0, -- the same again, so that an epoch that was set back past the trigger is found
  leader int,                            -- the release whose leader feeds it: the key of that leader's lock
  target bigint not null default 0,      -- while building: the end of the log as last seen
  kept_until timestamptz,                -- a kept generation is fed until then, so that going back is instant
  differing int,                         -- rows of a kept generation that differed from the live ones; more of them later are damage
  updated_at timestamptz not null default now()
) with (autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
create unique index subscriptions_live on es.subscriptions (name) where state = 'live';
create index subscriptions_name on es.subscriptions (name);
create function es.raise_epoch() returns trigger language plpgsql as $$
begin
  if new.epoch < old.epoch then raise exception 'the epoch of % cannot be set back', old.name; end if;
  new.highest_epoch := new.epoch;
  return new;
end $$;
create trigger epochs_rise before update of epoch on es.subscriptions for each row execute function es.raise_epoch();

create table es.dead_letters (           -- keys that a projection could not apply, and all their later events
  generation int not null,
  projection text not null,
  key text not null,
  pos bigint not null,
  error text not null,
  at timestamptz not null default now(),
  stream_id uuid,                        -- an unreadable event is parked with its stream, which key names; null: key is that of a row
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

create schema rm;                        -- tables and views of projections: declared in code, made by the store, rebuilt from the log at any time

grant usage on schema es, keys, rm to gamertech_app;
grant select on all tables in schema es to gamertech_app;
grant insert on es.event_types to gamertech_app;
grant insert, update on es.subscriptions to gamertech_app;
grant insert, delete on es.dead_letters to gamertech_app;
grant select, insert (subject, wrapped_key) on keys.subjects to gamertech_app; -- only es.forget_subject destroys a key

-- Only the application calls the functions that follow; those for the owner refuse it, since they change tables.
alter default privileges revoke execute on functions from public;
alter default privileges grant execute on functions to gamertech_app;
