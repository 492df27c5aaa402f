// Lines as spreadsheets of Argentina open them, in the shop and in its pages: cells between semicolons, and nothing that is run as a formula.

/** What a file begins with, by which spreadsheets know UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Beginnings that a spreadsheet takes for a formula, be it behind signs that nobody sees; and the mark itself, so that a text that begins with it comes back as it was. */
const begins = String.raw`\p{Cf}*['=+\-@|\t\r\n＝＋－＠\u2212]`
const risky = new RegExp(`^${begins}`, 'u')
const marked = new RegExp(`^'(?=${begins})`, 'u')

/** A line of the file. What a spreadsheet would run as a formula is marked as text by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(risky.test(cell) ? `'${cell}` : cell)).join(';')}\r\n`
}

/** A cell as it was before `csvLine` marked it as text. */
export function unmarked(cell: string): string {
  return cell.replace(marked, '')
}

function quoted(cell: string): string {
  return /[";\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
