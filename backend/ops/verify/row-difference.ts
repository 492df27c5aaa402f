// Where a stored row differs from the one the log says.
import type { Row } from '#backend/eventstore/projections/projection.ts'

/** Both sides with the columns that differ, as JSON; a side without a row is 'nada', and then the other is whole. */
export function differenceTexts(live: unknown, expected: unknown): { live: string; expected: string } {
  if (live === null || expected === null) return { live: textOf(live), expected: textOf(expected) }
  const [stored, right] = [live as Row, expected as Row]
  const columns = Object.keys({ ...stored, ...right }).filter(
    (column) => JSON.stringify(stored[column]) !== JSON.stringify(right[column]),
  )
  const only = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]))
  return { live: textOf(only(stored)), expected: textOf(only(right)) }
}

function textOf(row: unknown): string {
  return row === null ? 'nada' : JSON.stringify(row)
}
