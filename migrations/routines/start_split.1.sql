-- Bounds the table of the log half a partition ahead at least, and returns the bound. An event beyond it goes into es.events_beyond, which
-- readers of the log read too, so that no append is refused however long the rest takes. For the owner only.
create or replace function es.start_split(size bigint) returns bigint language plpgsql set search_path = es, pg_temp as $$
declare
  upto bigint;
begin
  lock table es.recent_events in access exclusive mode;                -- the log with it, in the order of appends
  select ceil((coalesce(max(pos), 0) + size / 2.0) / size) * size into upto from es.events;
  perform es.create_partition('events_beyond');
  alter table es.events_beyond inherit es.events;
  execute format('alter table es.events add constraint events_first_partition check (pos <= %s) no inherit not valid', upto);
  execute format('create trigger put_beyond before insert on es.events for each row when (new.pos > %s) execute function es.put_beyond()', upto);
  return upto;
end $$;
