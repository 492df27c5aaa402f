-- The event store: one totally ordered, append-only log and the guards that are checked in the same statement.
-- The application role may only read these tables and call es.append; es.append runs with the owner's rights.

do $$ begin
  create role gamertech_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant gamertech_app to %I', current_user);
exception when others then null; -- a superuser needs no membership; two first starts may race for it
end $$;

create schema es;

create table es.event_types (
  id smallint generated always as identity primary key,
  name text not null unique
);

create table es.streams (
  id uuid primary key,
  category smallint not null,
  version int not null
) with (fillfactor = 80);

create table es.events (
  pos bigint primary key,                -- commit order, 1..N without holes
  stream_id uuid not null,
  version int not null,                  -- 1..n inside the stream
  type smallint not null,
  schema_version smallint not null,
  data json not null,                    -- json, not jsonb: the bytes stay as written
  meta json not null,                    -- actor, correlation, causation
  at timestamptz not null,
  unique (stream_id, version)
);

create table es.commands (               -- idempotency: a command id is accepted once
  id uuid primary key,
  pos bigint not null,
  at timestamptz not null default now()
);

create table es.claims (                 -- uniqueness across streams: an e-mail, a provider's payment
  scope smallint not null,
  key bytea not null,
  stream_id uuid not null,
  primary key (scope, key)
);

create table es.stock (                  -- the fold of the stock events, kept here so that the database refuses to oversell
  product_id bigint primary key,
  on_hand int not null,
  reserved int not null,
  check (reserved between 0 and on_hand)
) with (fillfactor = 50);

create table es.subscriptions (          -- checkpoints of projections and reactors
  name text primary key,
  kind text not null check (kind in ('projection', 'reactor')),
  version int not null,
  pos bigint not null,
  epoch bigint not null default 0,       -- raised by each new leader: a fenced-off one updates nothing
  updated_at timestamptz not null default now()
);

create table es.dead_letters (           -- keys that a projection could not apply, and all their later events
  projection text not null,
  key text not null,
  pos bigint not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (projection, key, pos)
);

create sequence es.user_id as bigint;
create sequence es.product_id as bigint;
create sequence es.order_id as bigint;

create schema keys;                      -- apart from es, for a backup policy of its own
create table keys.subjects (             -- one key a person: destroying the row erases the person
  subject bigint primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null default now()
);

create function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'es.events is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on es.events
  for each statement execute function es.refuse_change();

-- Appends a batch of entries in one round trip. An entry is one atomic unit (stream writes + claims + stock); an entry
-- that breaks an expected version, a claim or a stock guard is reported and skipped, the others go on.
-- Locks are taken in one global order (streams, stock, new streams, claims, then the order lock), so callers cannot deadlock.
create function es.append(
  c_id uuid[],                                                         -- entries: command id
  t_id uuid[], t_category smallint[],                                  -- distinct streams, ascending
  w_entry int[], w_stream int[], w_expected int[], w_count int[],      -- writes in entry order; expected: n exact, -1 any
  e_stream uuid[], e_type smallint[], e_schema smallint[], e_data json, e_meta json, -- events in write order
  e_at timestamptz[],                                                  -- empty: all of them now
  k_entry int[], k_scope smallint[], k_key bytea[], k_stream int[],    -- claims
  p_id bigint[], s_entry int[], s_product int[], s_on_hand int[], s_reserved int[], -- distinct products ascending; stock deltas in entry order
  out head bigint,                                                     -- the last position before this batch
  out positions bigint[],                                              -- per entry: its last position, counted from head; null where refused
  out failures text[],                                                 -- null, or per entry: null | version | claim | stock
  out details int[]                                                    -- null, or per entry: 1-based index of the write, claim or stock delta refused
) language plpgsql security definer set search_path = es, pg_temp set enable_seqscan = off as $$
declare
  entries int := cardinality(c_id);
  writes int := cardinality(w_entry);
  moves int := cardinality(s_entry);
  versions int[] := array_fill(0, array[cardinality(t_id)]); versions_before int[];
  known uuid[]; known_versions int[];
  on_hand int[]; reserved int[];
  e_version int[] := array_fill(null::int, array[cardinality(e_type)]); -- null: refused. Per event, so that no row looks into another array
  w int := 1; w_from int; e int := 1; e_from int; entry_from int; s int := 1; s_from int; i int; bad int; p int := 1;
  total int := 0; is_refused boolean := false;
begin
  select array_agg(x.id), array_agg(x.version) into known, known_versions
    from (select id, version from es.streams where id = any(t_id) order by id for update) x;
  for i in 1..coalesce(cardinality(known), 0) loop
    while t_id[p] <> known[i] loop p := p + 1; end loop;
    versions[p] := known_versions[i];
  end loop;
  versions_before := versions;
  if moves > 0 then
    perform (select 1 from es.stock x where x.product_id = q.id for update) from unnest(p_id) q(id);
    select array_agg(coalesce(x.on_hand, 0) order by q.i), array_agg(coalesce(x.reserved, 0) order by q.i)
      into on_hand, reserved from unnest(p_id) with ordinality q(id, i) left join es.stock x on x.product_id = q.id;
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

  for i in 1..entries loop
    w_from := w; entry_from := e; s_from := s; bad := null;
    while w_entry[w] = i loop
      if bad is null and w_expected[w] >= 0 and w_expected[w] <> versions[w_stream[w]] then bad := w; end if;
      e := e + w_count[w]; w := w + 1;
    end loop;
    while s <= moves and s_entry[s] = i loop s := s + 1; end loop;
    if is_refused and failures[i] is not null then continue; end if;
    if bad is not null then
      failures[i] := 'version'; details[i] := bad; is_refused := true; continue;
    end if;
    for m in s_from..s - 1 loop
      p := s_product[m];
      on_hand[p] := on_hand[p] + s_on_hand[m]; reserved[p] := reserved[p] + s_reserved[m];
    end loop;
    for m in s_from..s - 1 loop
      p := s_product[m];
      if reserved[p] < 0 or reserved[p] > on_hand[p] then bad := m; exit; end if;
    end loop;
    if bad is not null then
      for m in s_from..s - 1 loop
        p := s_product[m];
        on_hand[p] := on_hand[p] - s_on_hand[m]; reserved[p] := reserved[p] - s_reserved[m];
      end loop;
      failures[i] := 'stock'; details[i] := bad; is_refused := true; continue;
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
  if total = 0 then return; end if;

  if moves > 0 then
    insert into es.stock as x (product_id, on_hand, reserved)
      select u.id, u.h, u.r from unnest(p_id, on_hand, reserved) u(id, h, r) order by u.id
      on conflict (product_id) do update set on_hand = excluded.on_hand, reserved = excluded.reserved
        where (x.on_hand, x.reserved) is distinct from (excluded.on_hand, excluded.reserved);
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

  perform pg_advisory_xact_lock(4242);   -- the order lock: held until the commit is visible, so positions follow commits
  select x.pos into head from es.events x order by x.pos desc limit 1;
  head := coalesce(head, 0);
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select head + row_number() over (order by e.o), e.s, e.v, e.t, e.sv, e.d, e.m, coalesce(e.at, clock_timestamp())
    from rows from (unnest(e_stream), unnest(e_version), unnest(e_type), unnest(e_schema),
                    json_array_elements(e_data), json_array_elements(e_meta), unnest(e_at))
      with ordinality e(s, v, t, sv, d, m, at, o)
    where e.v is not null;
  insert into es.commands (id, pos) select u.id, head + u.p from unnest(c_id, positions) u(id, p) where u.p is not null;
  perform pg_notify('events', '');
  if not is_refused then failures := null; details := null; end if;
end $$;

revoke all on function es.append from public;
grant usage on schema es, keys to gamertech_app;
grant select on all tables in schema es to gamertech_app;
grant insert on es.event_types to gamertech_app;
grant insert, update on es.subscriptions to gamertech_app;
grant insert, delete on es.dead_letters to gamertech_app;
grant usage on all sequences in schema es to gamertech_app;
grant execute on function es.append to gamertech_app;
grant select, insert, delete on keys.subjects to gamertech_app;
