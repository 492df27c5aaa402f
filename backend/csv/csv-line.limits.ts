// Writes CSV lines for Argentine spreadsheets: semicolons between cells, and no cell runs as a formula.
export const byteOrderMark = '\uFEFF'

/**
 * Beginnings that a spreadsheet reads as a formula, also behind invisible characters. Includes the mark itself, so
 * that texts starting with it survive a round trip.
 */
const begins = String.raw`\p{Cf}*['=+\-@|\t\r\n＝＋－＠\u2212]`
const risky = new RegExp(`^${begins}`, 'u')
const marked = new RegExp(`^'(?=${begins})`, 'u')

/** Marks a risky cell as text with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(risky.test(cell) ? `'${cell}` : cell)).join(';')}\r\n`
}

export function unmarked(cell: string): string {
  return cell.replace(marked, '')
}

function quoted(cell: string): string {
  return /[";\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
