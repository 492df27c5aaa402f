-- Makes the log one table again if who began to divide it gave up or died; false: somebody is at it. Any process may call it as often as it
-- likes. It needs the log to itself for an instant, and gives up if it does not get it.
create or replace function es.undo_split() returns boolean
language plpgsql security definer set search_path = es, pg_temp set lock_timeout = '100ms' as $$
begin
  if to_regclass('es.events_beyond') is null then return true; end if;
  if not pg_try_advisory_xact_lock(4247) then return false; end if;
  lock table es.recent_events in access exclusive mode;
  if to_regclass('es.events_beyond') is null then return true; end if; -- another process was faster
  drop trigger put_beyond on es.events;
  alter table es.events drop constraint events_first_partition;
  alter table es.events_beyond no inherit es.events;
  insert into es.events select * from es.events_beyond order by pos;
  drop table es.events_beyond;
  return true;
end $$;
