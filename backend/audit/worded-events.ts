import type { WordedEvent } from '#backend/domain/audit/audit.contract.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { type Auditor, namesOfActors } from './audit-page.ts'
import { auditRow } from './audit-row.ts'
import { storedColumns, viewEvents } from './event-view.ts'

export async function wordEvents(auditor: Auditor, positions: readonly number[]): Promise<WordedEvent[]> {
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
