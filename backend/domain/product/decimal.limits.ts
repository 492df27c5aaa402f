// Parses typed amounts in Argentine or program notation.

/** Accepts `1.234,56`, `1234.56`, `$ 1,234.56`, `1.234` (a thousand); null otherwise, or for a third decimal. */
export function readDecimal(cell: string): number | null {
  const text = cell.replace(/^(?:U\$S|USD|ARS|AR\$|\$)\s*/i, '').replace(/[\s\u00a0\u202f]/g, '')
  for (const [pattern, thousands] of notations)
    if (pattern.test(text)) return Number(text.replaceAll(thousands, '').replace(',', '.'))
  return null
}

/** Grouping and decimal marks; a point before three digits groups thousands. */
const notations: readonly (readonly [RegExp, string])[] = [
  [/^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/, '.'],
  [/^-?[1-9]\d{0,2}(?:,\d{3})+\.\d{1,2}$/, ','],
  [/^-?\d+(?:[.,]\d{1,2})?$/, ' '],
]
