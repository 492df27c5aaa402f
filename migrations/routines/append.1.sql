-- Appends a batch of entries in one round trip. An entry is one atomic unit (stream writes + claims + guarded changes); an
-- entry that breaks an expected version, a claim or a guard is reported and skipped, the others go on.
-- Locks are taken in one global order (streams, guards, new streams, claims, then the order lock), so callers cannot deadlock.
-- - A stream that an entry only holds (no events) is not locked, so that many callers may hold one row at once. It is looked at again
--   under the order lock, when all changes before this one are visible: a call that finds it changed begins anew.
-- - The expected version -2: an entry that was decided on what the entry before it leads to is refused together with it.
-- - Only guards that changed are written. A key that a refused entry asked for may have had no row to lock: another process gives it its
--   first units meanwhile, and writing back what was seen earlier, nothing, would take them away.
-- - Fixed costs are kept low: no sort if nothing was refused, a short loop if each entry writes one stream of its own.
create or replace function es.append(
  c_id uuid[],                                                         -- entries: command id
  t_id uuid[], t_category smallint[],                                  -- distinct streams, ascending
  w_entry int[], w_stream int[], w_expected int[], w_count int[],      -- writes in entry order; expected: n exact, -1 any, -2 whatever the entry before left, if it was accepted
  e_stream uuid[], e_type smallint[], e_schema smallint[], e_data json, e_meta json, -- events in write order
  e_at timestamptz[],                                                  -- empty: all of them now
  k_entry int[], k_scope smallint[], k_key bytea[], k_stream int[],    -- claims
  d_key bigint[], g_entry int[], g_key int[], g_total int[], g_taken int[], -- distinct keys ascending; guarded changes in entry order
  c_fingerprint bytea[] default null,                                  -- per entry; the previous release gives none
  out head bigint,                                                     -- the last position before this batch
  out positions bigint[],                                              -- per entry: its last position, counted from head; null if refused
  out failures text[],                                                 -- null, or per entry: null | version | claim | guard
  out details int[]                                                    -- null, or per entry: 1-based index of the write, claim or guarded change refused
) language plpgsql security definer set search_path = es, pg_temp set enable_seqscan = off as $$
declare
  entries int := cardinality(c_id);
  writes int := cardinality(w_entry);
  changes int := cardinality(g_entry);
  versions int[] := array_fill(0, array[cardinality(t_id)]); versions_before int[];
  known uuid[]; known_versions int[];
  holds bool := 0 = any(w_count); held int[]; written uuid[] := t_id; -- held: places in t_id of the streams that nothing here writes
  units int[]; taken int[]; units_before int[]; taken_before int[];    -- per distinct key
  e_version int[] := array_fill(null::int, array[cardinality(e_type)]); -- null: refused. Per event, so that no row looks into another array
  w int := 1; w_from int; e int := 1; e_from int; entry_from int; g int := 1; g_from int; n int; i int; bad int; p int := 1;
  e_place int[];                                                       -- per event: its place among those appended; null: nothing was refused
  total int := 0; is_refused boolean := false;
begin
  if holds then
    select array_agg(x.s) filter (where x.n = 0), coalesce(array_agg(t_id[x.s]) filter (where x.n > 0), '{}') into held, written
      from (select u.s, sum(u.n) as n from unnest(w_stream, w_count) u(s, n) group by u.s) x;
  end if;
  select array_agg(x.id), array_agg(x.version) into known, known_versions
    from (select id, version from es.streams where id = any(written) order by id for update) x;
  for i in 1..coalesce(cardinality(known), 0) loop
    while t_id[p] <> known[i] loop p := p + 1; end loop;
    versions[p] := known_versions[i];
  end loop;
  if holds then
    for i, n in select u.s, (select x.version from es.streams x where x.id = t_id[u.s]) from unnest(held) u(s) loop
      versions[i] := coalesce(n, 0);
    end loop;
  end if;
  versions_before := versions;
  if changes > 0 then
    perform (select 1 from es.guards x where x.key = q.key for update) from unnest(d_key) q(key);
    select array_agg(coalesce(x.total, 0) order by q.i), array_agg(coalesce(x.taken, 0) order by q.i)
      into units, taken from unnest(d_key) with ordinality q(key, i) left join es.guards x on x.key = q.key;
    units_before := units; taken_before := taken;
  end if;
  positions := array_fill(null::bigint, array[entries]);
  failures := array_fill(null::text, array[entries]);
  details := array_fill(null::int, array[entries]);
  if cardinality(k_entry) > 0 then
    for i, bad in select k.e, k.o from unnest(k_entry, k_scope, k_key) with ordinality k(e, sc, ke, o)
        join es.claims x on x.scope = k.sc and x.key = k.ke loop
      failures[i] := 'claim'; details[i] := bad; is_refused := true;
    end loop;
  end if;

  if changes = 0 and cardinality(k_entry) = 0 and writes = entries and cardinality(t_id) = entries then
    for i in 1..entries loop             -- each entry writes one stream of its own: most batches
      w := w_stream[i]; p := versions[w]; n := w_count[i];
      if w_expected[i] = -1 or w_expected[i] = p then
        for nth in 1..n loop e_version[e] := p + nth; e := e + 1; end loop;
        versions[w] := p + n; total := total + n; positions[i] := total;
      else
        failures[i] := 'version'; details[i] := i; is_refused := true; e := e + n;
      end if;
    end loop;
  else
    for i in 1..entries loop
      w_from := w; entry_from := e; g_from := g; bad := null;
      while w_entry[w] = i loop
        if bad is null and (w_expected[w] >= 0 and w_expected[w] <> versions[w_stream[w]]
            or w_expected[w] = -2 and positions[i - 1] is null) then bad := w; end if;
        e := e + w_count[w]; w := w + 1;
      end loop;
      while g <= changes and g_entry[g] = i loop g := g + 1; end loop;
      if is_refused and failures[i] is not null then continue; end if;
      if bad is not null then
        failures[i] := 'version'; details[i] := bad; is_refused := true; continue;
      end if;
      for m in g_from..g - 1 loop
        p := g_key[m];
        units[p] := units[p] + g_total[m]; taken[p] := taken[p] + g_taken[m];
      end loop;
      for m in g_from..g - 1 loop
        p := g_key[m];
        if taken[p] < 0 or taken[p] > units[p] then bad := m; exit; end if;
      end loop;
      if bad is not null then
        for m in g_from..g - 1 loop
          p := g_key[m];
          units[p] := units[p] - g_total[m]; taken[p] := taken[p] - g_taken[m];
        end loop;
        failures[i] := 'guard'; details[i] := bad; is_refused := true; continue;
      end if;
      e_from := entry_from;
      for m in w_from..w - 1 loop
        p := versions[w_stream[m]];
        for nth in 1..w_count[m] loop e_version[e_from] := p + nth; e_from := e_from + 1; end loop;
        versions[w_stream[m]] := p + w_count[m];
      end loop;
      total := total + e - entry_from;
      positions[i] := total;
    end loop;
  end if;
  if total = 0 then return; end if;
  if is_refused then
    select array_agg(x.n order by x.o) into e_place
      from (select u.o, count(u.v) over (order by u.o) as n from unnest(e_version) with ordinality u(v, o)) x;
  end if;

  if changes > 0 then
    insert into es.guards as x (key, total, taken)
      select u.key, u.n, u.t from unnest(d_key, units, taken, units_before, taken_before) u(key, n, t, nb, tb)
      where u.n <> u.nb or u.t <> u.tb order by u.key
      on conflict (key) do update set total = excluded.total, taken = excluded.taken;
  end if;
  if known is null or cardinality(known) < cardinality(t_id) then
    insert into es.streams (id, category, version)
      select u.id, u.c, u.v from unnest(t_id, t_category, versions, versions_before) u(id, c, v, b)
      where u.b = 0 and u.v > 0 order by u.id;
  end if;
  if known is not null then
    update es.streams x set version = u.v from unnest(t_id, versions, versions_before) u(id, v, b)
      where u.b > 0 and u.v > u.b and x.id = u.id;
  end if;
  if cardinality(k_entry) > 0 then
    insert into es.claims (scope, key, stream_id)
      select k.sc, k.ke, t_id[k.st] from unnest(k_entry, k_scope, k_key, k_stream) k(e, sc, ke, st)
      where failures[k.e] is null order by 1, 2;
  end if;

  perform set_config('lock_timeout', '2000', true); -- a row that others keep is given up soon; the order lock has a queue of all processes
  perform pg_advisory_xact_lock(4242);   -- the order lock: held until the commit is visible, so positions follow commits
  if holds and exists (
      select from unnest(held) u(s)
      where versions[u.s] <> coalesce((select x.version from es.streams x where x.id = t_id[u.s]), 0)) then
    raise exception 'a stream that is held was changed meanwhile' using errcode = 'serialization_failure';
  end if;
  select x.pos into head from es.recent_events x order by x.pos desc limit 1;
  head := coalesce(head, 0);
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select head + coalesce(e.place, e.o), e.s, e.v, e.t, e.sv, e.d, e.m, coalesce(e.at, clock_timestamp())
    from rows from (unnest(e_stream), unnest(e_version), unnest(e_type), unnest(e_schema),
                    json_array_elements(e_data), json_array_elements(e_meta), unnest(e_at), unnest(e_place))
      with ordinality e(s, v, t, sv, d, m, at, place, o)
    where e.v is not null;
  insert into es.commands (id, pos, fingerprint)
    select u.id, head + u.p, u.f from unnest(c_id, positions, c_fingerprint) u(id, p, f) where u.p is not null;
  perform pg_notify('events', '');
  if not is_refused then failures := null; details := null; end if;
end $$;
revoke all on function es.append from public;
grant execute on function es.append to gamertech_app;
