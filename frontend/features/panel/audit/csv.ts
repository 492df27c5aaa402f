// Rows of the audit as a file for a spreadsheet.
import { byteOrderMark, csvLine } from '#backend/csv/csv-line.limits.ts'
import type { AuditRow } from '#frontend/api.ts'
import { saveFile } from '#frontend/ui/save-file.ts'

const heads = ['Posición', 'Fecha', 'Hecho', 'Quién', 'Comando', 'Sobre', 'Cambios', 'Motivo']

/** The rows as they are shown, personal data covered as it is there. */
export function csvOf(rows: readonly AuditRow[]): string {
  const lines = rows.map(({ position, at, sentence, actor, command, entity, changes, reason }) => [
    ...[String(position), at, sentence, actor.text, command, entity?.title ?? ''],
    ...[
      changes.map(({ name, before, after }) => `${name}: ${before ?? '—'} → ${after ?? '—'}`).join('; '),
      reason ?? '',
    ],
  ])
  return `${byteOrderMark}${[heads, ...lines].map(csvLine).join('')}`
}

/** Hands the rows to the browser as a file. */
export function downloadCsv(rows: readonly AuditRow[]): void {
  saveFile('auditoria-gamertech.csv', new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
}
