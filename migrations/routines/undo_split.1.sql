-- Makes the log one table again if nobody divides it any more; false: somebody does. Any process may call it; it gives up if it has to wait.
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
