import type { Difference } from '#backend/eventstore/projections/differing-rows.ts'
import type { Projection, Row } from '#backend/eventstore/projections/projection.ts'

/** JSON of the differing columns on both sides; a missing row reads 'nada' beside the whole other row. */
export function differenceTexts(live: unknown, expected: unknown): { live: string; expected: string } {
  if (live === null || expected === null) return { live: textOf(live), expected: textOf(expected) }
  const [stored, right] = [live as Row, expected as Row]
  const columns = Object.keys({ ...stored, ...right }).filter(
    (column) => JSON.stringify(stored[column]) !== JSON.stringify(right[column]),
  )
  const only = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]))
  return { live: textOf(only(stored)), expected: textOf(only(right)) }
}

/** Names only the columns of personal rows, since the text is stored and shown. */
export function maskedDifference({ personal }: Pick<Projection, 'personal'>, { key, live, expected }: Difference) {
  const texts = differenceTexts(live, expected)
  if (!personal) return { subject: key, message: `hay ${texts.live}, saldría ${texts.expected}` }
  if (live === null || expected === null)
    return { subject: key, message: live === null ? 'falta la fila' : 'la fila sobra' }
  return {
    subject: key,
    message: `difieren ${Object.keys(JSON.parse(texts.live) as Row).join(', ')} (datos personales)`,
  }
}

function textOf(row: unknown): string {
  return row === null ? 'nada' : JSON.stringify(row)
}
