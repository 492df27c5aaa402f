-- The events of some streams by version: each from its last event of one of these types on, else from its beginning. It walks the index from
-- the stream's end: the planner, which knows only how long streams are on average, would read all of a stream, or of the log.
-- Older partitions are looked into only for a stream that began in them and has no such event since.
create or replace function es.read_streams(
  streams uuid[],
  opened_by smallint[],                                                -- empty: whole streams
  until bigint                                                         -- as the log was at this position; null: as it is
) returns table (pos bigint, stream_id uuid, version int, type smallint, schema_version smallint, data json, meta json, at timestamptz)
language plpgsql stable set search_path = es, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  stream uuid; opened int; first int;
  has_partitions bool := to_regclass('es.events__1') is not null;
begin
  foreach stream in array streams loop
    opened := null;
    if cardinality(opened_by) > 0 then
      select e.version into opened from es.recent_events e
        where e.stream_id = stream and e.type = any(opened_by) and (until is null or e.pos <= until)
        order by e.version desc limit 1;
    end if;
    if has_partitions and opened is null then
      select e.version into first from es.recent_events e where e.stream_id = stream order by e.version limit 1;
      if first is distinct from 1 then
        if first is null and not exists (select from es.streams s where s.id = stream) then continue; end if;
        if cardinality(opened_by) > 0 then
          select e.version into opened from es.events e
            where e.stream_id = stream and e.type = any(opened_by) and (until is null or e.pos <= until)
            order by e.version desc limit 1;
        end if;
        return query select e.pos, e.stream_id, e.version, e.type, e.schema_version, e.data, e.meta, e.at from es.events e
          where e.stream_id = stream and e.version >= coalesce(opened, 0) and (until is null or e.pos <= until) order by e.version;
        continue;
      end if;
    end if;
    return query select e.pos, e.stream_id, e.version, e.type, e.schema_version, e.data, e.meta, e.at from es.recent_events e
      where e.stream_id = stream and e.version >= coalesce(opened, 0) and (until is null or e.pos <= until) order by e.version;
  end loop;
end $$;
