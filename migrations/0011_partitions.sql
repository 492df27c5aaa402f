-- The log in partitions, for one that outgrows its disk. It is one table until an operator asks for more: docs/decisions/025-several-machines.md.
-- What is read first, by es.append and es.read_streams: of one table all of it, of partitions the newest, so that old ones cost nothing.
create view es.recent_events as
  select pos, stream_id, version, type, schema_version, data, meta, at from es.events;
create table es.partitioning (           -- no row: one table
  one boolean primary key default true check (one),
  size bigint not null check (size >= 1000) -- positions of each partition to come
);
grant select on es.recent_events, es.partitioning to gamertech_app;
