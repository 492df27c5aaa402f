// Tables as spreadsheets of Argentina open them: cells between semicolons, decimal commas, and nothing that is run as a formula.

export const csvType = 'text/csv; charset=utf-8'

/** What a spreadsheet takes for a formula, and the mark itself, so that a text that begins with it comes back as it was. */
const risky = /^['=+\-@\t\r\n＝＋－＠]/
const marked = /^'(?=['=+\-@\t\r\n＝＋－＠])/

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

/** 1234.5 -> `1234,50`. */
export function decimalCell(decimal: number): string {
  return decimal.toFixed(2).replace('.', ',')
}

/** So many characters go out at once. */
const chunkSize = 64 * 1024

/**
 * The file as bytes, made as fast as the reader takes them: the names of the columns, then each row of each part. Begins with the mark by
 * which spreadsheets know UTF-8. An error in a part breaks the file off, so that half of a file is not taken for a whole one.
 */
export function csvStream(
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(columns, parts)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await chunks.return()),
  })
}

async function* chunksOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void, void> {
  let text = `\uFEFF${csvLine(columns)}`
  for await (const rows of parts)
    for (const row of rows) {
      text += csvLine(row)
      if (text.length < chunkSize) continue
      yield text
      text = ''
    }
  yield text
}
