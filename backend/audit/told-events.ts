// Some events of the log by their positions, as an auditor reads them.
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { type Auditor, namesOfActors } from './audit-page.ts'
import { type AuditRow, auditRow } from './audit-row.ts'
import { storedColumns, viewEvents } from './event-view.ts'

/** `reason` is null for a person who was erased. */
export type ToldEvent = Pick<AuditRow, 'position' | 'at' | 'sentence' | 'actor' | 'reason' | 'entity'>

/** The newest first; what is at none of the positions is left out. */
export async function tellEvents(auditor: Auditor, positions: readonly number[]): Promise<ToldEvent[]> {
  if (positions.length === 0) return []
  const { rows } = await auditor.pool.query<StoredEvent>(
    `select ${storedColumns} from es.events where pos = any($1) order by pos desc`,
    [positions],
  )
  const events = await viewEvents(auditor.store, rows, { unseal: true })
  const names = await namesOfActors(auditor, events)
  return events.map((event) => {
    const { position, at, sentence, actor, reason, entity } = auditRow(event, { changes: [], names })
    return { position, at, sentence, actor, reason, entity }
  })
}
