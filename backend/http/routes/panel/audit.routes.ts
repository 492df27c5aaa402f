import { type Context, Hono } from 'hono'
import { type Auditor, findAuditPage } from '#backend/audit/audit-page.ts'
import { findCausesPage } from '#backend/audit/causes/causes-page.ts'
import { findEntityPage } from '#backend/audit/entity-page.ts'
import { findPersonal } from '#backend/audit/reveal.ts'
import { findStockLedger } from '#backend/audit/stock-ledger.ts'
import { findUndo } from '#backend/audit/undo/find-undo.ts'
import { wordEvents } from '#backend/audit/worded-events.ts'
import { BatchRefused, cancelBatch, undoBatch } from '#backend/batches/batches.ts'
import { disclosePersonalData } from '#backend/commands/changes.ts'
import { undoEvent } from '#backend/commands/undo/undo-event.ts'
import { csvStream, csvType } from '#backend/csv/write-csv.ts'
import {
  auditAnswer,
  auditExport,
  auditQuery,
  causesAnswer,
  causesQuery,
  deletedReviewsQuery,
  entityAnswer,
  entityQuery,
  revealedAnswer,
  revealing,
  stockLedgerAnswer,
  undoing,
  undoneAnswer,
  wordedEventsAnswer,
} from '#backend/domain/audit/audit.contract.ts'
import { idParam, listQuery } from '#backend/domain/list.contract.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { type Call, csvFile } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { ApiProblem, notFound } from '#backend/http/middleware/problems.ts'
import { auditColumns, auditFile } from '#backend/http/routes/panel/audit-file.ts'
import { listDeletedReviews } from '#backend/readmodels/reviews/deleted-reviews.queries.ts'
import { findUserNames } from '#backend/readmodels/users/users.queries.ts'

const calls = {
  page: {
    does: 'A page of the log as sentences, newest first, filtered by actor, kind, entity and days.',
    returns: auditAnswer,
  },
  export: {
    does: 'All events of the audit that the filters let through, newest first, as a file; accounts by their numbers.',
    ...csvFile,
  },
  entity: {
    does: "An entity's events from its first on, each with what it changed.",
    returns: entityAnswer,
    refuses: ['not_found'],
  },
  reviews: {
    does: 'The last deletion of each review of a product, or by an account, with its reason; the newest twenty.',
    returns: wordedEventsAnswer,
  },
  causes: {
    does: 'What led to an event, what it led to and what took it back; of a request with very many events those nearest to it.',
    returns: causesAnswer,
    refuses: ['not_found'],
  },
  stock: {
    does: 'A page of the movements of a product’s stock, newest first, each with the balance after it.',
    returns: stockLedgerAnswer,
  },
  reveal: {
    does: 'Shows the personal fields of an event, after appending that the caller looked.',
    returns: revealedAnswer,
    refuses: ['not_found'],
  },
  undo: {
    does: 'Takes an event back by the command that compensates for it, as it was shown beside the event; the event stays in the log.',
    returns: undoneAnswer,
    refuses: [
      ...(['not_found', 'changed_meanwhile', 'already_done', 'batch_refused', 'conflict'] as const),
      ...(['product_changed', 'below_held_stock', 'synonyms_changed', 'schema_changed'] as const),
      ...(['user_erased', 'last_admin', 'role_changed', 'admin_stays_active'] as const),
      ...(['role_key_missing', 'role_key_rejected', 'role_change_blocked', 'role_key_unset'] as const),
      ...(['forbidden', 'account_key_rejected', 'settings_changed'] as const),
    ],
  },
} satisfies Record<string, Call>

const numbersOnly: Auditor['namesOf'] = async (ids) => new Map(ids.map((id) => [id, 'Alguien']))

function auditorOf(c: Context<UserEnv>): Auditor {
  const { db, store, pools } = c.var.shop
  return { pool: pools.reads, store, namesOf: (ids) => findUserNames(db, ids), mayUndo: false }
}

function undoingAuditor(c: Context<UserEnv>): Auditor {
  return { ...auditorOf(c), mayUndo: may(c.var.session, 'audit:undo') }
}

export const auditRoutes = new Hono<ApiEnv>()
  // Staff who may not see accounts see that someone moved stock, and not who.
  .get('/stock/:id', allow('stock:read', calls.stock, { param: idParam, query: listQuery }), async (c) => {
    const { page } = c.req.valid('query')
    const auditor = auditorOf(c)
    const namesOf = may(c.var.session, 'accounts:read') ? auditor.namesOf : numbersOnly
    return c.json(await findStockLedger({ ...auditor, namesOf }, c.req.valid('param').id, page), 200)
  })
  .post('/uncover', allow('audit:uncover', calls.reveal, { json: revealing }), async (c) => {
    const { position } = c.req.valid('json')
    const personal = await findPersonal(auditorOf(c), position)
    if (!personal || personal.fields.length === 0) return notFound()
    const { values, ...looked } = personal
    const look = { type: 'RevealPersonalData', ...looked, position } as const
    await disclosePersonalData(c.var.shop.store, commandContext(c), look)
    return c.json({ values }, 200)
  })
  // Recomputes the undo, since the stream may have moved on.
  .post('/undo', allow('audit:undo', calls.undo, { json: undoing }), async (c) => {
    const { shop, session } = c.var
    const { position, seen, superAdminKey, reason } = c.req.valid('json')
    const { undo, version } = (await findUndo(auditorOf(c), position)) ?? notFound()
    if (!undo || (seen !== null && seen !== version)) throw new ApiProblem('changed_meanwhile')
    const context = commandContext(c)
    if (undo.kind === 'batch') {
      const caused = { ...context, causation: position }
      if (undo.step === 'cancel') await cancelBatch(shop.batches, caused, undo.batchId)
      else if (reason === undefined) throw new BatchRefused('Falta el motivo.')
      else await undoBatch(shop.batches, caused, undo.batchId, reason)
      return c.json({ position }, 200)
    }
    const done = await undoEvent(shop, context, undo, { callerId: session.userId, position, superAdminKey })
    return c.json({ position: done.position }, 200)
  })
  .get('/', allow('audit:read', calls.page, { query: auditQuery }), async (c) =>
    c.json(await findAuditPage(undoingAuditor(c), c.req.valid('query')), 200),
  )
  .get('/export', allow('audit:read', calls.export, { query: auditExport }), async (c) => {
    const rows = await auditFile(auditorOf(c), c.req.valid('query'))
    c.header('Content-Disposition', 'attachment; filename="auditoria-gamertech.csv"')
    return c.body(csvStream(auditColumns, rows), 200, { 'Content-Type': csvType })
  })
  .get('/entity', allow('audit:read', calls.entity, { query: entityQuery }), async (c) =>
    c.json((await findEntityPage(undoingAuditor(c), c.req.valid('query').of)) ?? notFound(), 200),
  )
  .get('/reviews', allow('accounts:read', calls.reviews, { query: deletedReviewsQuery }), async (c) => {
    const [kind, id] = c.req.valid('query').of.split('-')
    const of = kind === 'user' ? { userId: Number(id) } : { productId: Number(id) }
    return c.json({ reviews: await wordEvents(auditorOf(c), await listDeletedReviews(c.var.shop.db, of)) }, 200)
  })
  .get('/causes', allow('audit:read', calls.causes, { query: causesQuery }), async (c) =>
    c.json((await findCausesPage(auditorOf(c), c.req.valid('query').position)) ?? notFound(), 200),
  )
