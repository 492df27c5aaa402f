import { type Context, Hono } from 'hono'
import { listItems } from '#backend/batches/batch-items.ts'
import { type Batch, findBatch, listBatches } from '#backend/batches/batch-work.ts'
import {
  beginBatch,
  cancelBatch,
  draftConversion,
  draftImport,
  draftPrices,
  mapColumns,
  undoBatch,
} from '#backend/batches/batches.ts'
import {
  type BatchView,
  batchAnswer,
  batchBegin,
  batchConversion,
  batchesAnswer,
  batchFile,
  batchId,
  batchPrices,
  batchRows,
  batchRowsAnswer,
  batchUndo,
} from '#backend/domain/batch/batch.contract.ts'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { columnPlaces } from '#backend/domain/product/product.contract.ts'
import { userIdOf } from '#backend/domain/shop-log.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { receiveFile } from '#backend/http/admission/receive-file.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { wrongField } from '#backend/http/middleware/problems.ts'
import { bytesOf } from '#backend/http/middleware/request-guards.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { chosenProducts } from '#backend/http/routes/panel/chosen-products.ts'
import { listBrands } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import { findUserNames } from '#backend/readmodels/users/users.queries.ts'

const one = { returns: batchAnswer, refuses: ['not_found', 'batch_refused'] } as const
const calls = {
  list: {
    does: 'What was last asked for many products at once, and the brands that a change of prices can choose.',
    returns: batchesAnswer,
  },
  one: { ...one, does: 'One of them: what it is to do, how far it is, and what came of it.', refuses: ['not_found'] },
  rows: {
    does: 'A page of its rows: before and after of each product, or what is wrong.',
    returns: batchRowsAnswer,
    refuses: ['not_found'],
  },
  file: {
    does: 'Takes a file of products and says what it would do; nothing follows of it before it is begun.',
    status: 201,
    returns: batchAnswer,
    rate: 'picture',
  },
  prices: {
    does: 'Says what a rule would do to the prices of products; nothing follows of it before it is begun.',
    status: 201,
    returns: batchAnswer,
    refuses: ['batch_refused'],
  },
  conversion: {
    does: 'Says what an older attribute or a free row becomes as another attribute; nothing follows of it before it is begun.',
    status: 201,
    returns: batchAnswer,
    refuses: ['batch_refused'],
  },
  map: { ...one, does: 'Reads the file of a draft anew, with these columns.' },
  begin: { ...one, does: 'Does what the draft says, at once or at a moment ahead.' },
  cancel: { ...one, does: 'Keeps it from beginning, or stops it; what was done of it stays.', refuses: ['not_found'] },
  undo: { ...one, does: 'Makes each product what it was before, but for those that somebody changed since.' },
} satisfies Record<string, Call>

export const batchRoutes = new Hono<ApiEnv>()
  .get('/', allow('catalogue:read', calls.list), async (c) => {
    const { batches, db } = c.var.shop
    const [all, brands] = await Promise.all([listBatches(batches.pool), listBrands(db)])
    return c.json({ batches: await shown(c, all), brands }, 200)
  })
  .get('/:id', allow('catalogue:read', calls.one, { param: batchId }), async (c) =>
    c.json(await shownOne(c, findBatch(c.var.shop.batches.pool, c.req.valid('param').id)), 200),
  )
  .get('/:id/rows', allow('catalogue:read', calls.rows, { query: batchRows, param: batchId }), async (c) => {
    const asked = c.req.valid('query')
    const { pool } = c.var.shop.batches
    const { id } = await findBatch(pool, c.req.valid('param').id)
    return c.json(await listItems(pool, id, asked), 200)
  })
  .post('/file', allow('catalogue:change', calls.file), receiveFile, validate('form', batchFile), async (c) => {
    const { file } = c.req.valid('form')
    const given = { name: file.name, bytes: await bytesOf(file, batchLimits.bytes) }
    return c.json(await shownOne(c, draftImport(c.var.shop.batches, commandContext(c), given)), 201)
  })
  .post('/prices', allow('catalogue:change', calls.prices, { json: batchPrices }), async (c) => {
    const { rule, ids, filter } = c.req.valid('json')
    const choice = ids ? { ids: [...new Set(ids)] } : { filter: await chosenProducts(c, filter ?? {}) }
    return c.json(await shownOne(c, draftPrices(c.var.shop.batches, commandContext(c), rule, choice)), 201)
  })
  .post('/conversion', allow('catalogue:change', calls.conversion, { json: batchConversion }), async (c) => {
    const draft = draftConversion(c.var.shop.batches, commandContext(c), c.req.valid('json'))
    return c.json(await shownOne(c, draft), 201)
  })
  .post('/:id/columns', allow('catalogue:change', calls.map, { json: columnPlaces, param: batchId }), async (c) => {
    const { columns } = c.req.valid('json')
    return c.json(await shownOne(c, mapColumns(c.var.shop.batches, c.req.valid('param').id, columns)), 200)
  })
  .post('/:id/begin', allow('catalogue:change', calls.begin, { json: batchBegin, param: batchId }), async (c) => {
    const { batches, now } = c.var.shop
    const { reason, at } = c.req.valid('json')
    const wanted = { reason, at: at === undefined ? null : momentAhead(at, now().getTime()) }
    const begun = beginBatch(batches, commandContext(c), c.req.valid('param').id, wanted)
    return c.json(await shownOne(c, begun), 200)
  })
  .post('/:id/cancel', allow('catalogue:change', calls.cancel, { param: batchId }), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await shownOne(c, cancelBatch(c.var.shop.batches, commandContext(c), id)), 200)
  })
  .post('/:id/undo', allow('catalogue:change', calls.undo, { json: batchUndo, param: batchId }), async (c) => {
    const [{ id }, { reason }] = [c.req.valid('param'), c.req.valid('json')]
    return c.json(await shownOne(c, undoBatch(c.var.shop.batches, commandContext(c), id, reason)), 200)
  })

/** In UTC; `now` in milliseconds. Throws a problem for `at`. */
function momentAhead(at: string, now: number): string {
  const moment = Date.parse(at)
  const isAhead = moment > now && moment < now + batchLimits.days * 86_400_000
  if (isAhead) return new Date(moment).toISOString()
  throw wrongField('at', 'not_ahead', 'Elegí un momento que todavía no pasó, dentro de un año.')
}

async function shownOne(c: Context<UserEnv>, batch: Promise<Batch>): Promise<BatchView> {
  return (await shown(c, [await batch]))[0] as BatchView
}

async function shown(c: Context<UserEnv>, batches: readonly Batch[]): Promise<BatchView[]> {
  const ids = batches.flatMap(({ actor }) => userIdOf(actor) ?? [])
  const names = may(c.get('session'), 'accounts:read')
    ? await findUserNames(c.var.shop.db, ids)
    : new Map<number, string>()
  const { userId } = c.get('session')
  return batches.map(({ actor, ...batch }) => {
    const id = userIdOf(actor)
    if (id === null) return { ...batch, by: 'Operador' }
    return { ...batch, by: id === userId ? 'Vos' : (names.get(id) ?? `Cuenta Nº ${id}`) }
  })
}
