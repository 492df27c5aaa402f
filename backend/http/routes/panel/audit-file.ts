// The audit as CSV: all events that match the filters, without names.
import { type Auditor, findAuditPage } from '#backend/audit/audit-page.ts'
import type { AuditQuery, AuditRow } from '#backend/domain/audit/audit.contract.ts'
import { momentCell } from './moment-cell.ts'

type Cells = readonly string[]

export const auditColumns: Cells = ['Posición', 'Fecha', 'Hecho', 'Quién', 'Comando', 'Sobre', 'Cambios', 'Motivo']

/**
 * Rows newest first, one audit page at a time. Identifies actors by number, since exporting names is another
 * disclosure. Reads the first page before answering, so that an early error is no broken file.
 */
export async function auditFile(auditor: Auditor, query: AuditQuery): Promise<AsyncIterable<readonly Cells[]>> {
  const nameless: Auditor = { ...auditor, namesOf: async () => new Map(), mayUndo: false }
  let page = await findAuditPage(nameless, query)
  return (async function* () {
    for (;;) {
      yield page.rows.map(cellsOf)
      if (page.next === null) return
      page = await findAuditPage(nameless, { ...query, before: page.next })
    }
  })()
}

/** Personal data stays masked. */
function cellsOf({ position, at, sentence, actor, command, entity, changes, reason }: AuditRow): Cells {
  const changed = changes.map(({ name, before, after }) => `${name}: ${before ?? '—'} → ${after ?? '—'}`).join('; ')
  const who = actor.userId === null ? actor.text : `Cuenta Nº ${actor.userId}`
  const cells = [String(position), momentCell(at), sentence, who, command]
  return [...cells, entity?.title ?? '', changed, reason ?? '']
}
