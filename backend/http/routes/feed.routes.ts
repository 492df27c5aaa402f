// /api/feed: the log for external programs, without database access.
import { Hono } from 'hono'
import { z } from 'zod'
import { costEvents } from '#backend/domain/product/cost/cost.events.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { wrongField } from '#backend/http/middleware/problems.ts'

const mostAtOnce = 1000
/** Programs have no permission of a person. */
const withheld: readonly string[] = Object.keys(costEvents)

const feedQuery = z.object({
  after: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .refine((limit) => Number(limit) <= mostAtOnce)
    .optional(),
  types: z
    .string()
    .regex(/^[A-Za-z]+(,[A-Za-z]+)*$/)
    .max(2000)
    .optional(),
})

const feedEvent = z.object({
  position: z.int(),
  stream: z.string(),
  type: z.string().nullable(),
  version: z.int().optional(),
  at: z.iso.datetime().optional(),
  actor: z.string().optional(),
  correlation: z.string().optional(),
  causation: z.int().nullable().optional(),
  data: z.record(z.string(), z.unknown()).nullable(),
})
const feedAnswer = z.object({ events: z.array(feedEvent), next: z.int(), head: z.int() })
const schemasAnswer = z.object({
  events: z.array(z.object({ type: z.string(), version: z.int(), schema: z.record(z.string(), z.unknown()) })),
})

const calls = {
  feed: {
    does: 'The log after a position, for programs: at least once, in order, personal fields null, without costs. Remember `next`, ask again after it.',
    returns: feedAnswer,
  },
  schemas: { does: 'Each event type with the JSON schema of its data.', returns: schemasAnswer },
} satisfies Record<string, Call>

/** Positions have no gaps and never change, so a program only remembers its last one. Personal fields are null. */
export const feedRoutes = new Hono<ApiEnv>()
  .get('/', allow('subscriber', calls.feed, { query: feedQuery }), async (c) => {
    const { store } = c.var.shop
    const { after = '0', limit = '100', types } = c.req.valid('query')
    const wanted = types?.split(',')
    const known = store.codec.allTypeIds().map((id) => store.codec.typeName(id))
    const unknown = wanted?.filter((type) => !known.includes(type) || withheld.includes(type)) ?? []
    if (unknown.length > 0)
      throw wrongField('types', 'unknown', `No hay eventos de este tipo: ${unknown.slice(0, 5).join(', ')}.`)
    const head = await store.head()
    const rows = await store.readAfter(Number(after), Number(limit))
    const asked = wanted && new Set(store.codec.typeIds(wanted))
    const hidden = new Set(store.codec.typeIds(withheld))
    const shown = rows.filter(({ type }) => (asked ? asked.has(type) : !hidden.has(type)))
    const events = await store.codec.decodeEach(shown, { unseal: false })
    const next = rows.at(-1)?.pos ?? Math.min(Number(after), head)
    return c.json({ events: events.map(published), next, head: Math.max(head, next) }, 200)
  })
  .get('/schema', allow('subscriber', calls.schemas), (c) => {
    const events = c.var.shop.store.codec.schemas().filter(({ type }) => !withheld.includes(type))
    return c.json({ events }, 200)
  })

/** Keeps the place of unreadable events, so that nobody overlooks the gap. */
function published(event: Awaited<ReturnType<EventStore['codec']['decodeEach']>>[number]) {
  const { position, stream } = event
  if (event instanceof Undecodable) return { position, stream, type: null, data: null }
  const { type, version, at, data, meta } = event
  const { actor, correlation, causation = null } = meta
  return { position, stream, version, type, at: at.toISOString(), actor, correlation, causation, data }
}
