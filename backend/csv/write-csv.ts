// Tables as files, as fast as somebody reads them.
import { byteOrderMark, csvLine } from './csv-line.limits.ts'

export const csvType = 'text/csv; charset=utf-8'

/** 1234.5 -> `1234,50`. */
export function decimalCell(decimal: number): string {
  return decimal.toFixed(2).replace('.', ',')
}

/** So many characters go out at once. */
const chunkSize = 64 * 1024

/**
 * The file as bytes, made as fast as the reader takes them: the names of the columns, then each row of each part. An error in a part breaks the file off, so that half of a file is not taken for a whole one.
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
  let text = `${byteOrderMark}${csvLine(columns)}`
  for await (const rows of parts)
    for (const row of rows) {
      text += csvLine(row)
      if (text.length < chunkSize) continue
      yield text
      text = ''
    }
  yield text
}
