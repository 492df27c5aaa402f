import { randomUUID } from 'node:crypto'
import { type Handler, Hono } from 'hono'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { type Bank, providerTime, refuse } from './bank.ts'
import { spoiled } from './faults.ts'

const address = z.url({ protocol: /^https?$/ })
const preferenceRequest = z.looseObject({
  items: z
    .array(
      z.looseObject({
        title: z.string().min(1),
        description: z.string().optional(),
        quantity: z.int().positive(),
        unit_price: z.number().positive(),
        currency_id: z.string().length(3).default('ARS'),
      }),
    )
    .min(1),
  external_reference: z.string().max(256).optional(),
  back_urls: z
    .object({ success: address.optional(), failure: address.optional(), pending: address.optional() })
    .optional(),
  auto_return: z.enum(['approved', 'all']).optional(),
  notification_url: address.optional(),
  expires: z.boolean().optional(),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
})
export type PreferenceRequest = z.infer<typeof preferenceRequest>

export interface PreferenceRow {
  readonly id: string
  readonly request: PreferenceRequest
  readonly total: number
  readonly currency: string
  readonly collector_id: string
  readonly created_at: Date
}

const columns = 'id, request, total::float8, currency, collector_id, created_at'

function totalOf({ items }: PreferenceRequest): number {
  return items.reduce((cents, item) => cents + Math.round(item.unit_price * 100) * item.quantity, 0) / 100
}

export function expiryOf({ request }: PreferenceRow): Date | undefined {
  return request.expires && request.expiration_date_to ? new Date(request.expiration_date_to) : undefined
}

export function hasExpired(preference: PreferenceRow): boolean {
  const expiry = expiryOf(preference)
  return expiry !== undefined && expiry <= new Date()
}

/** With `lock`, blocks concurrent payments until the transaction ends. */
export async function findPreference(database: Pool | PoolClient, id: string, options: { lock?: boolean } = {}) {
  const lock = options.lock ? 'for update' : ''
  const found = await database.query(`select ${columns} from fake_wallet.preferences where id = $1 ${lock}`, [id])
  return found.rows[0]
}

function preferenceJson(bank: Bank, row: PreferenceRow) {
  const initPoint = `${bank.url}/checkout/v1/redirect?pref_id=${encodeURIComponent(row.id)}`
  return {
    ...row.request,
    id: row.id,
    init_point: initPoint,
    sandbox_init_point: initPoint,
    collector_id: Number(row.collector_id),
    client_id: '1',
    site_id: 'MLA',
    date_created: providerTime(row.created_at),
  }
}

function understood(body: unknown): { request: PreferenceRequest } | { code: string; message: string } {
  const parsed = preferenceRequest.safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = String(issue?.path[0] ?? 'body')
    return { code: `invalid_${field}`, message: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  const { auto_return, back_urls, expiration_date_to } = parsed.data
  if (auto_return && !back_urls?.success) {
    return { code: 'invalid_auto_return', message: 'auto_return invalid. back_url.success must be defined' }
  }
  if (expiration_date_to && new Date(expiration_date_to) <= new Date()) {
    return { code: 'invalid_expiration_date_to', message: 'expiration_date_to must be in the future' }
  }
  return { request: parsed.data }
}

async function insert(bank: Bank, request: PreferenceRequest, key: string): Promise<PreferenceRow> {
  const made = await bank.pool.query(
    `insert into fake_wallet.preferences (id, idempotency_key, request, total, currency, collector_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key returning ${columns}`,
    [
      `${bank.sellerId}-${randomUUID()}`,
      key,
      JSON.stringify(request),
      totalOf(request),
      request.items[0]?.currency_id,
      bank.sellerId,
    ],
  )
  return made.rows[0]
}

export function preferenceRoutes(bank: Bank): Hono {
  const routes = new Hono()
  const create: Handler = async (c) => {
    const asked = understood(await c.req.json().catch(() => undefined))
    if ('code' in asked) return refuse(c, 400, asked.code, asked.message)
    const key = c.req.header('x-idempotency-key') ?? randomUUID()
    return c.json(preferenceJson(bank, await insert(bank, asked.request, key)), 201)
  }
  // The SDK adds a slash, the reference does not.
  routes.post('/checkout/preferences', spoiled(bank, 'create_preference'), create)
  routes.post('/checkout/preferences/', spoiled(bank, 'create_preference'), create)
  routes.get('/checkout/preferences/:id', async (c) => {
    const row = await findPreference(bank.pool, c.req.param('id'))
    return row ? c.json(preferenceJson(bank, row)) : refuse(c, 404, 'not_found', 'preference not found')
  })
  routes.put('/checkout/preferences/:id', spoiled(bank, 'update_preference'), async (c) => {
    const row = await findPreference(bank.pool, c.req.param('id') ?? '')
    if (!row) return refuse(c, 404, 'not_found', 'preference not found')
    const changes: unknown = await c.req.json().catch(() => undefined)
    const asked = understood({ ...row.request, ...(typeof changes === 'object' ? changes : {}) })
    if ('code' in asked) return refuse(c, 400, asked.code, asked.message)
    const { request } = asked
    const changed = await bank.pool.query(
      `update fake_wallet.preferences set request = $2, total = $3, currency = $4 where id = $1 returning ${columns}`,
      [row.id, JSON.stringify(request), totalOf(request), request.items[0]?.currency_id],
    )
    return c.json(preferenceJson(bank, changed.rows[0]))
  })
  return routes
}
