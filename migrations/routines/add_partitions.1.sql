-- Keeps two empty partitions ahead of the log, behind room for so many events, and lets es.recent_events begin with the one before the
-- written one. Returns how many are ahead; null if the log is one table. Repeatable; readers and appends wait for an instant at most.
create or replace function es.add_partitions(room int default 0) returns int
language plpgsql security definer set search_path = es, pg_temp set lock_timeout = '100ms' as $$
declare
  size bigint; head bigint; wanted bigint; last record; shown bigint; wanted_shown bigint;
begin
  select p.size into size from es.partitioning p;
  if not found then return null; end if;
  select coalesce((select x.pos from es.recent_events x order by x.pos desc limit 1), 0) into head;
  if pg_try_advisory_xact_lock(4247) then                              -- else another process is at it
    wanted := head + least(room, 100000);
    loop
      select * into last from es.list_partitions() p order by p.first desc limit 1;
      exit when last.upto >= wanted and (select count(*) from es.list_partitions() p where p.first > head) >= 2;
      perform es.create_partition('events__' || last.number + 1);
      execute format('alter table es.events attach partition es.%I for values from (%s) to (%s)',
        'events__' || last.number + 1, last.upto + 1, last.upto + 1 + size);
    end loop;
    select coalesce(max(p.first), 1) into wanted_shown from es.list_partitions() p
      where p.upto < (select max(q.first) from es.list_partitions() q where q.first <= greatest(head, 1));
    shown := substring(pg_get_viewdef('es.recent_events'::regclass) from $r$pos >= '?(\d+)$r$)::bigint;
    if shown is distinct from wanted_shown then
      begin
        execute format('create or replace view es.recent_events as
          select pos, stream_id, version, type, schema_version, data, meta, at from es.events where pos >= %s', wanted_shown);
      exception when lock_not_available then null;                     -- whoever reads it for long: it shows more than it has to until the next call
      end;
    end if;
  end if;
  return (select count(*) from es.list_partitions() p where p.first > head);
end $$;
