-- The commonest batch, one entry that writes one stream and nothing else, without the general path's fixed costs.
-- Same locks in the same order, same guarantees; head is null if the expected version is not the stream's.
create or replace function es.append_one(
  c_id uuid, t_id uuid, t_category smallint, expected int,             -- expected: n exact, -1 any
  e_type smallint[], e_schema smallint[], e_data json, e_meta json,    -- events of the write; one e_meta for all of them
  e_at timestamptz,                                                    -- null: now
  c_fingerprint bytea default null,                                    -- the previous release gives none
  out head bigint                                                      -- the last position before these events
) language plpgsql security definer set search_path = es, pg_temp set enable_seqscan = off as $$
declare
  n int := cardinality(e_type);
  before int;                                                          -- the stream's version before these events
  done text;                                                           -- a plain assignment costs less than a statement
begin
  if expected > 0 then
    update es.streams s set version = s.version + n where s.id = t_id and s.version = expected returning s.version - n into before;
  elsif expected = 0 then
    insert into es.streams (id, category, version) values (t_id, t_category, n) on conflict do nothing returning 0 into before;
  else
    insert into es.streams as s (id, category, version) values (t_id, t_category, n)
      on conflict (id) do update set version = s.version + n returning s.version - n into before;
  end if;
  if before is null then return; end if;
  done := set_config('lock_timeout', '2000', true);                    -- this and the order lock as in es.append
  done := pg_advisory_xact_lock(4242)::text;
  select x.pos into head from es.recent_events x order by x.pos desc limit 1;
  head := coalesce(head, 0);
  if n = 1 then
    insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
      values (head + 1, t_id, before + 1, e_type[1], e_schema[1], e_data -> 0, e_meta, coalesce(e_at, clock_timestamp()));
  else
    insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
      select head + e.o, t_id, before + e.o, e.t, e.sv, e.d, e_meta, coalesce(e_at, clock_timestamp())
      from rows from (unnest(e_type), unnest(e_schema), json_array_elements(e_data)) with ordinality e(t, sv, d, o);
  end if;
  insert into es.commands (id, pos, fingerprint) values (c_id, head + n, c_fingerprint);
  done := pg_notify('events', '')::text;
end $$;
revoke all on function es.append_one from public;
grant execute on function es.append_one to gamertech_app;
