-- Makes the bounded table of the log the first partition, and what was appended beyond it the second. For the owner only.
create or replace function es.finish_split(size bigint, upto bigint) returns void language plpgsql set search_path = es, pg_temp as $$
declare
  head bigint;
begin
  lock table es.recent_events in access exclusive mode;
  select greatest(max(pos), upto + 1) into head from es.events_beyond;
  drop trigger put_beyond on es.events;
  alter table es.events_beyond no inherit es.events;
  alter table es.events_beyond rename to events__2;
  alter table es.events__2 rename constraint events_beyond_pkey to events__2_pkey;
  alter table es.events__2 rename constraint events_beyond_stream_id_version_key to events__2_stream_id_version_key;
  alter index es.events_beyond_lookup rename to events__2_lookup;
  alter table es.events rename to events__1;
  alter table es.events__1 rename constraint events_pkey to events__1_pkey;
  alter table es.events__1 rename constraint events_stream_id_version_key to events__1_stream_id_version_key;
  alter index es.events_lookup rename to events__1_lookup;
  revoke all on es.events__1 from gamertech_app;
  create table es.events (like es.events__1 including defaults) partition by range (pos);
  alter table es.events add constraint events_pkey primary key (pos);
  create trigger append_only before update or delete or truncate on es.events for each statement execute function es.refuse_change();
  grant select on es.events to gamertech_app;
  execute format('alter table es.events attach partition es.events__1 for values from (minvalue) to (%s)', upto + 1);
  execute format('alter table es.events attach partition es.events__2 for values from (%s) to (%s)',
    upto + 1, upto + 1 + size * ceil((head - upto)::numeric / size));
  alter table es.events__1 drop constraint events_first_partition;
  insert into es.partitioning (size) values (size);
  create or replace view es.recent_events as
    select pos, stream_id, version, type, schema_version, data, meta, at from es.events where pos >= 1;
end $$;
