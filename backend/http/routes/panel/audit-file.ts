// The audit as a file for a spreadsheet: every event that the filters let through, and nobody's name.
import { type Auditor, findAuditPage } from '#backend/audit/audit-page.ts'
import type { AuditQuery, AuditRow } from '#backend/domain/audit/audit.contract.ts'
import { momentCell } from './moment-cell.ts'

type Cells = readonly string[]

export const auditColumns: Cells = ['Posición', 'Fecha', 'Hecho', 'Quién', 'Comando', 'Sobre', 'Cambios', 'Motivo']

/**
 * The rows of the file, newest first, a page of the audit at a time. Who acted is told by number: a list of names is something else
 * than a look at one. The first page is read before anything is answered, so that what goes wrong at once is no broken file.
 */
export async function auditFile(auditor: Auditor, query: AuditQuery): Promise<AsyncIterable<readonly Cells[]>> {
  const nameless: Auditor = { ...auditor, namesOf: async () => new Map(), mayUndo: false }
  let page = await findAuditPage(nameless, query)
  return (async function* () {
    for (;;) {
      yield page.rows.map(cellsOf)
      if (page.next === null) return
      page = await findAuditPage(nameless, { ...query, before: String(page.next) })
    }
  })()
}

/** As the rows are shown, personal data covered as it is there. */
function cellsOf({ position, at, sentence, actor, command, entity, changes, reason }: AuditRow): Cells {
  const changed = changes.map(({ name, before, after }) => `${name}: ${before ?? '—'} → ${after ?? '—'}`).join('; ')
  const who = actor.userId === null ? actor.text : `Cuenta Nº ${actor.userId}`
  const cells = [String(position), momentCell(at), sentence, who, command]
  return [...cells, entity?.title ?? '', changed, reason ?? '']
}
