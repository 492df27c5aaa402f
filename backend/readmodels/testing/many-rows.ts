// For tests: tables as they are in a shop of some years, filled past the log, for looking at query plans.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { projections } from '#backend/readmodels/projections.ts'

/** Rows in every table; streams hold ten events each. */
export const manyRows = 50_000

const log = `
  insert into es.streams (id, category, version)
    select ('00040000-0000-8000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 4, 10
    from generate_series(1, $n / 10) n;
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select n, s.id, 1 + n / ($n / 10), (select min(id) from es.event_types) + n % 12, 1,
      '{"userId":1,"productId":1,"quantity":1}', '{"actor":"operator","cause":"Test","correlation":"x"}', now()
    from generate_series(1, $n - 1) n join (select id, row_number() over (order by id) - 1 as nth from es.streams) s on s.nth = n % ($n / 10);
  insert into es.commands (id, pos) select gen_random_uuid(), n from generate_series(1, $n) n;
  insert into es.guards select n, 10, n % 11 from generate_series(1, $n) n;
  insert into es.claims select 1, sha256(n::text::bytea), (select id from es.streams limit 1) from generate_series(1, $n) n;
  insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch) select sha256(n::text::bytea), n % 9000, now(), now() + interval '30 minutes', 1, false, 0 from generate_series(1, $n) n;`

const readModels: Record<string, string> = {
  catalogue: `select n, 'Producto ' || n, 'Texto', 'Categoría ' || n % 12, '/x.webp', format('[{"name":"Color","value":"Color %s"}]', n % 7)::jsonb, (n * 7919) % 100000, 2100, 0, (n * 6544) % 82644, 'PEN', n % 9 > 0, 10, n % 11, n % 4, (n % 4) * (1 + n % 5), '{}',
    'producto ' || md5(n::text), md5(n::text), null, null, null, jsonb_build_object('brand', 'Marca ' || n % 40), 'Marca ' || n % 40, '{}', now(), '[]', '{}' from generate_series(1, $n) n`,
  carts: `select n, '[]', null from generate_series(1, $n) n`,
  orders: `select n, n % 9000, case when n % 500 = 0 then 'placed' when n % 4 = 0 then 'expired' when n > 0.98 * $n then 'paid' else 'delivered' end, n || '-x', '[]', 1000, null, null, 'PEN', null, 0,
    t, t, t + interval '15 minutes', 'http://127.0.0.1', '[]', '[]', '[]', null, null, '[]', n % 5000 = 0 from generate_series(1, $n) n, lateral (select now() - ($n - n) * interval '10 minutes') z(t)`,
  purchases: `select n % 9000, n, 1 from generate_series(1, $n) n`,
  reviews: `select n % 7000, n, 'Bien', 1 + n % 5, now(), null from generate_series(1, $n) n`,
  daily_figures: `select to_char(current_date - n, 'YYYY-MM-DD'), 40, 30, 100000, 0, 60, 3, 1 from generate_series(0, 2000) n`,
  product_sales: `select to_char(current_date - d, 'YYYY-MM-DD'), p * 31 % $n, 1 + (p + d) % 4 from generate_series(0, 200) d, generate_series(1, $n / 200) p`,
  payments_aside: `select 'p-' || n, n % 2 * n, now() - n * interval '1 hour', '[]', 0, '', '', case when n % 100 < 2 then 'open' else 'dismissed' end from generate_series(1, 4000) n`,
  deleted_reviews: `select n % 7000, n, n, now() - n * interval '1 minute' from generate_series(1, $n) n`,
  seller: `select n, n, '{}' from generate_series(1, 4000) n`,
  users: `select n, 'Persona ' || n, n || '@gamertech.test', null, n % 50 > 0, false, null, now() - n * interval '1 minute' from generate_series(1, $n) n`,
}

/** Fills everything and lets the planner know. owner: a pool with the owner's rights. */
export async function fillTables(owner: pg.Pool, store: EventStore): Promise<void> {
  await openProjections(owner, store, projections)
  const sized = (sql: string) => sql.replaceAll('$n', String(manyRows))
  await owner.query(sized(log))
  for (const generation of await listGenerations(owner)) {
    const rows = readModels[generation.name]
    if (rows) await owner.query(`insert into ${tableOf(generation)} ${sized(rows)}`)
  }
  await owner.query('vacuum analyze')
}
