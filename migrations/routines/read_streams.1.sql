-- The events of some streams, stream by stream in the order of their versions: of each its last event of one of these types and what came
-- after it, all of it if there is none. It walks the index from the stream's end. Left to itself the planner reads all of a stream, or all
-- of the log: it knows how long streams are on average, not that one of them is long.
create or replace function es.read_streams(
  streams uuid[],
  opened_by smallint[],                                                -- empty: whole streams
  until bigint                                                         -- as the log was at this position; null: as it is
) returns setof es.events language plpgsql stable set search_path = es, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  stream uuid; opened int;
begin
  foreach stream in array streams loop
    opened := 0;
    if cardinality(opened_by) > 0 then
      select e.version into opened from es.events e
        where e.stream_id = stream and e.type = any(opened_by) and (until is null or e.pos <= until)
        order by e.version desc limit 1;
    end if;
    return query select e.* from es.events e
      where e.stream_id = stream and e.version >= coalesce(opened, 0) and (until is null or e.pos <= until) order by e.version;
  end loop;
end $$;
revoke all on function es.read_streams from public;
grant execute on function es.read_streams to gamertech_app;
