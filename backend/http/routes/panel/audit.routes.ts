// /api/panel/audit: the log for the staff: pages of it, one entity's story, what led to what, and personal fields that they ask to see.
import { Hono } from 'hono'
import type pg from 'pg'
import { type Auditor, findAuditPage } from '#backend/audit/audit-page.ts'
import { findCausesPage } from '#backend/audit/causes-page.ts'
import { findEntityPage } from '#backend/audit/entity-page.ts'
import { findStockLedger } from '#backend/audit/stock-ledger.ts'
import { findPersonal } from '#backend/audit/uncover.ts'
import { uncoverPersonalData } from '#backend/commands/account/uncover-personal-data.ts'
import { auditQuery, causesQuery, entityQuery, uncovering } from '#backend/domain/audit/audit.contract.ts'
import { listQuery } from '#backend/domain/list.contract.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findUserNames } from '#backend/readmodels/users/users.queries.ts'

type AuditShop = {
  db: Database
  positions: Positions<ReadModelName>
  store: EventStore<ShopLog>
  pools: { reads: pg.Pool }
}

/** Buyers are among those who moved stock: who may not see accounts sees which one it was, and not whose. */
const numbersOnly: Auditor['namesOf'] = async (ids) => new Map(ids.map((id) => [id, 'Alguien']))

export function auditRoutes({ db, positions, store, pools }: AuditShop) {
  const auditor: Auditor = { pool: pools.reads, store, namesOf: (ids) => findUserNames(db, ids) }
  return new Hono<ApiEnv>()
    .get('/', allow('audit:read'), validate('query', auditQuery), async (c) => {
      await waitForOwnWrites(c, positions, ['users'])
      return c.json(await findAuditPage(auditor, c.req.valid('query')), 200)
    })
    .get('/entity', allow('audit:read'), validate('query', entityQuery), async (c) => {
      await waitForOwnWrites(c, positions, ['users'])
      const page = await findEntityPage(auditor, c.req.valid('query').of)
      if (!page) throw new Rejection('not_found')
      return c.json(page, 200)
    })
    .get('/causes', allow('audit:read'), validate('query', causesQuery), async (c) => {
      const commands = await findCausesPage(auditor, Number(c.req.valid('query').position))
      if (!commands) throw new Rejection('not_found')
      return c.json({ commands }, 200)
    })
    .get('/stock/:id', allow('stock:read'), validate('param', idParam), validate('query', listQuery), async (c) => {
      await waitForOwnWrites(c, positions, ['users'])
      const page = Number(c.req.valid('query').page ?? 1)
      const reader = may(c.get('session'), 'accounts:read') ? auditor : { ...auditor, namesOf: numbersOnly }
      return c.json(await findStockLedger(reader, Number(c.req.valid('param').id), page), 200)
    })
    .post('/uncover', allow('audit:uncover'), validate('json', uncovering), async (c) => {
      const { position } = c.req.valid('json')
      const personal = await findPersonal(auditor, position)
      if (!personal || personal.fields.length === 0) throw new Rejection('not_found')
      const { values, ...looked } = personal
      await uncoverPersonalData(store, commandContext(c), { ...looked, position })
      return c.json({ values }, 200)
    })
}
