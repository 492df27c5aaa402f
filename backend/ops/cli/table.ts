/** Columns take the width of their widest cell; those in `right` are right-aligned. */
export function tableLines(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        right.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** 0.25 -> '0.3 s', 75 -> '75 s', 7862784 -> '91 d': the largest unit with a value of two or more. */
export function shortDuration(seconds: number): string {
  const unit = units.find((known) => seconds >= 2 * known.seconds)
  if (unit) return `${Math.floor(seconds / unit.seconds)} ${unit.name}`
  return `${seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds)} s`
}
