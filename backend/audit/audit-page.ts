import type { AuditPage, AuditQuery, AuditRow } from '#backend/domain/audit/audit.contract.ts'
import { auditRows } from '#backend/domain/audit/audit.limits.ts'
import { paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import { type ShopLog, userIdOf } from '#backend/domain/shop-log.ts'
import { momentsOf } from '#backend/domain/time-zone.limits.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { auditRow } from './audit-row.ts'
import { findCompensations, reach, takenBackOf } from './causes/compensations.ts'
import type { Change } from './changes-between.ts'
import { type EventFilter, findPage, type LogReader, readPrefixes } from './event-query.ts'
import { type EventView, viewEvents } from './event-view.ts'
import { foldStreams } from './stream-history.ts'
import { findUndos } from './undo/find-undo.ts'
import { typesOf } from './wording/sentences.ts'

/** Reads the log for auditors; `namesOf` leaves out erased accounts; `mayUndo` adds undo offers. */
export type Auditor = LogReader & {
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  mayUndo: boolean
}

export function namesOfActors(auditor: Auditor, acts: readonly { actor: string }[]) {
  return auditor.namesOf([...new Set(acts.flatMap(({ actor }) => userIdOf(actor) ?? []))])
}

export async function findAuditPage(auditor: Auditor, query: AuditQuery): Promise<AuditPage> {
  const head = await auditor.store.head()
  const before = Math.min(query.before ?? head + 1, head + 1)
  const { rows, lookedTo } = await findPage(auditor.pool, filterOf(auditor, query), before, auditRows + 1)
  const shown = rows.slice(0, auditRows)
  const last = shown.at(-1)?.pos
  const next = rows.length > shown.length && last !== undefined ? last : lookedTo > 1 ? lookedTo : null
  return { rows: await tellRows(auditor, shown), next }
}

function filterOf({ store }: Auditor, { actor, kind, entity, from, to }: AuditQuery): EventFilter {
  return {
    streams: entity === undefined ? undefined : streamsOf(entity),
    types: kind && store.codec.typeIds(typesOf(kind)),
    actor,
    ...momentsOf({ from, to }),
  }
}

export function streamsOf(entity: string): StreamOf<ShopLog>[] {
  const id = entity.slice(entity.indexOf('-') + 1)
  if (entity.startsWith('order-')) return [`order-${id}`, `payment-${id}`]
  if (entity.startsWith('unmatched-')) return [`payment-${paymentStreamId({ orderId: null, paymentId: id })}`]
  if (entity.startsWith('user-')) return [`user-${id}`, `audit-${id}`]
  if (entity.startsWith('product-')) return [`product-${id}`, `cost-${id}`]
  return [entity as StreamOf<ShopLog>]
}

async function tellRows(auditor: Auditor, rows: readonly StoredEvent[]): Promise<AuditRow[]> {
  const [events, changes] = await Promise.all([
    viewEvents(auditor.store, rows, { unseal: true }),
    changesOf(auditor, rows),
  ])
  return rowsOf(auditor, events, changes, reach.listed)
}

/** `changes`: by position. `upTo`: looks for undos, made and possible, within this many versions. */
export async function rowsOf(
  auditor: Auditor,
  events: readonly EventView[],
  changes: ReadonlyMap<number, Change[]>,
  upTo: number,
): Promise<AuditRow[]> {
  const [names, undos, compensations] = await Promise.all([
    namesOfActors(auditor, events),
    findUndos(auditor, events, upTo),
    findCompensations(auditor, events, upTo),
  ])
  const takenBack = takenBackOf(compensations)
  return events.map((event) => {
    const { position } = event
    const own = { undo: undos.get(position), takenBack: takenBack(position) }
    return auditRow(event, { changes: changes.get(position) ?? [], names, ...own })
  })
}

/** Changes per event, by position; leaves out long streams, whose entity pages list their own. */
async function changesOf({ pool, store }: LogReader, rows: readonly StoredEvent[]): Promise<Map<number, Change[]>> {
  const steps = await foldStreams(store, await readPrefixes(pool, rows))
  return new Map(steps.map(({ event, changes }) => [event.position, changes]))
}
