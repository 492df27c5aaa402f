-- Appends a batch of entries in one round trip. An entry is one atomic unit (stream writes + claims + guarded changes); an
-- entry that breaks an expected version, a claim or a guard is reported and skipped, the others go on.
-- - It waits for no stream and no guard that another transaction holds: it refuses the entries that need one.
-- - It takes new guards, new streams, claims and then the order lock in one global order, so callers cannot deadlock.
-- - A held stream is not locked, so that many callers may hold one; under the order lock a call that finds it changed begins anew.
-- - Only guards that changed are written: a key that a refused entry named may get its first units from another process meanwhile.
create or replace function es.append(
  ids uuid[], fingerprints bytea[],      -- of the commands, one per entry
  streams uuid[], categories smallint[], -- distinct, ascending
  held uuid[],                           -- those of them that get no events
  writes int[],                          -- rows {entry, stream, expected version (null: any), events} in the order of the entries
  e_streams uuid[], e_types smallint[], e_schemas smallint[], e_data json, e_metas json, -- events in the order of the writes
  e_times timestamptz[],                 -- null: now
  guards bigint[],                       -- distinct keys, ascending
  changes int[],                         -- rows {entry, guard, change of total, change of taken} in the order of the entries
  claims json,                           -- {entry, scope, key, stream} in the order of the entries
  out head bigint,                       -- the last position before this batch
  out positions int[],                   -- per entry: its last position, counted from head; null: refused
  out failures text[],                   -- per entry: null | version | claim | guard | locked
  out details int[],                     -- per entry: the row of writes, claims or changes that was refused
  out actual int[]                       -- per entry that was refused for a version: the one that its stream has
) language plpgsql security definer set search_path = es, pg_temp set enable_seqscan = off as $$
declare
  versions int[]; versions_before int[];
  locked uuid[]; locked_guards bigint[];
  k_entries int[]; k_names text[]; k_held bool[]; k_taken text[] := '{}'; -- of the claims
  totals int[]; taken int[]; totals_before int[]; taken_before int[]; totals_kept int[]; taken_kept int[];
  e_version int[] := array_fill(null::int, array[cardinality(e_streams)]); -- per event
  e_place int[] := e_version;            -- counted from head; null: refused
  w int := 1; w_from int; c int := 1; c_from int; k int := 1; k_from int; e int := 0; place int := 0; p int;
  done text;                             -- an assignment costs less than a statement
begin
  positions := array_fill(null::int, array[cardinality(ids)]); failures := positions::text[]; details := positions; actual := positions;
  locked := array(select s.id from es.streams s where s.id = any(streams) and s.id <> all(held) except
    select s.id from (select x.id from es.streams x where x.id = any(streams) and x.id <> all(held) for update skip locked) s);
  locked_guards := array(select g.key from es.guards g where g.key = any(guards) except
    select g.key from (select x.key from es.guards x where x.key = any(guards) for update skip locked) g);
  versions := array(
    select coalesce(case when s.id = any(held || locked) then (select x.version from es.streams x where x.id = s.id)
      else (select x.version from es.streams x where x.id = s.id for update) end, 0)
    from unnest(streams) s(id));
  versions_before := versions;
  if guards <> '{}' then
    perform (select 1 from es.guards x where x.key = g.key for update) from unnest(guards) g(key) where g.key <> all(locked_guards);
    select array_agg(coalesce(x.total, 0) order by g.n), array_agg(coalesce(x.taken, 0) order by g.n) into totals, taken
      from unnest(guards) with ordinality g(key, n) left join es.guards x on x.key = g.key;
    totals_before := totals; taken_before := taken;
  end if;
  if claims is not null then
    select array_agg(c.entry order by c.n), array_agg(c.scope || ' ' || c.key::text order by c.n), array_agg(x.key is not null order by c.n)
      into k_entries, k_names, k_held
      from rows from (json_to_recordset(claims) as (entry int, scope smallint, key bytea)) with ordinality c(entry, scope, key, n)
      left join es.claims x on x.scope = c.scope and x.key = c.key;
  end if;

  for i in 1..cardinality(ids) loop
    w_from := w; c_from := c; k_from := k;
    while k_entries[k] = i loop
      if k_held[k] or k_names[k] = any(k_taken) then failures[i] := 'claim'; details[i] := k; end if; -- or by an earlier entry of this batch
      k := k + 1;
    end loop;
    while writes[w][1] = i loop
      if streams[writes[w][2]] = any(locked) then
        failures[i] := 'locked';
      elsif failures[i] is null and writes[w][3] <> versions[writes[w][2]] then
        failures[i] := 'version'; details[i] := w; actual[i] := versions[writes[w][2]];
      end if;
      w := w + 1;
    end loop;
    while changes[c][1] = i loop
      if guards[changes[c][2]] = any(locked_guards) then failures[i] := 'locked'; end if;
      c := c + 1;
    end loop;
    if failures[i] is null and c > c_from then
      totals_kept := totals; taken_kept := taken;
      for m in c_from..c - 1 loop
        p := changes[m][2];
        totals[p] := totals[p] + changes[m][3]; taken[p] := taken[p] + changes[m][4];
      end loop;
      for m in c_from..c - 1 loop
        p := changes[m][2];
        if taken[p] < 0 or taken[p] > totals[p] then
          failures[i] := 'guard'; details[i] := m;
          totals := totals_kept; taken := taken_kept;
          exit;
        end if;
      end loop;
    end if;
    for m in w_from..w - 1 loop
      p := writes[m][2];
      for nth in 1..writes[m][4] loop
        e := e + 1;
        if failures[i] is null then
          place := place + 1;
          versions[p] := versions[p] + 1;
          e_place[e] := place; e_version[e] := versions[p];
        end if;
      end loop;
    end loop;
    if failures[i] is null then
      positions[i] := place;
      if k > k_from then k_taken := k_taken || k_names[k_from:k - 1]; end if;
    end if;
  end loop;
  if place = 0 then return; end if;

  if guards <> '{}' then
    insert into es.guards as x (key, total, taken)
      select u.key, u.n, u.t from unnest(guards, totals, taken, totals_before, taken_before) u(key, n, t, nb, tb)
      where u.n <> u.nb or u.t <> u.tb order by u.key
      on conflict (key) do update set total = excluded.total, taken = excluded.taken;
  end if;
  if 0 = any(versions_before) then
    insert into es.streams (id, category, version)
      select u.id, u.c, u.v from unnest(streams, categories, versions, versions_before) u(id, c, v, b) where u.b = 0 and u.v > 0 order by u.id;
  end if;
  if 0 < any(versions_before) then
    update es.streams x set version = u.v from unnest(streams, versions, versions_before) u(id, v, b) where u.b > 0 and u.v > u.b and x.id = u.id;
  end if;
  if claims is not null then
    insert into es.claims (scope, key, stream_id)
      select c.scope, c.key, c.stream from json_to_recordset(claims) c(entry int, scope smallint, key bytea, stream uuid)
      where failures[c.entry] is null order by 1, 2;
  end if;

  done := set_config('lock_timeout', '2000', true); -- what others are about to create is given up soon; the order lock has a queue of all processes
  done := pg_advisory_xact_lock(4242)::text; -- the order lock: held until the commit is visible, so positions follow commits
  if held <> '{}' and exists (select from unnest(streams, versions) s(id, v)
      where s.id = any(held) and s.v <> coalesce((select x.version from es.streams x where x.id = s.id), 0)) then
    raise exception 'a stream that is held was changed meanwhile' using errcode = 'serialization_failure';
  end if;
  head := coalesce((select x.pos from es.recent_events x order by x.pos desc limit 1), 0);
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select head + x.place, x.stream, x.version, x.type, x.schema, x.data, x.meta, coalesce(x.at, clock_timestamp())
    from rows from (unnest(e_streams, e_types, e_schemas, e_times, e_place, e_version), json_array_elements(e_data), json_array_elements(e_metas))
      x(stream, type, schema, at, place, version, data, meta)
    where x.place is not null;
  insert into es.commands (id, pos, fingerprint)
    select x.id, head + x.place, x.fingerprint from unnest(ids, fingerprints, positions) x(id, fingerprint, place) where x.place is not null;
  done := pg_notify('events', '')::text;
end $$;
