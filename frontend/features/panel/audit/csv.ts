// Rows of the audit as a file for a spreadsheet.
import type { AuditRow } from '#frontend/api.ts'
import { saveFile } from '#frontend/ui/save-file.ts'

const heads = ['Posición', 'Fecha', 'Hecho', 'Quién', 'Comando', 'Sobre', 'Cambios', 'Motivo']

/** The rows as they are shown, personal data covered as it is there. Begins with the mark by which spreadsheets know UTF-8. */
export function csvOf(rows: readonly AuditRow[]): string {
  const lines = rows.map(({ position, at, sentence, actor, command, entity, changes, reason }) => [
    ...[String(position), at, sentence, actor.text, command, entity?.title ?? ''],
    ...[
      changes.map(({ name, before, after }) => `${name}: ${before ?? '—'} → ${after ?? '—'}`).join('; '),
      reason ?? '',
    ],
  ])
  return `\uFEFF${[heads, ...lines].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** What a spreadsheet would run as a formula becomes text. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** Hands the rows to the browser as a file. */
export function downloadCsv(rows: readonly AuditRow[]): void {
  saveFile('auditoria-gamertech.csv', new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
}
