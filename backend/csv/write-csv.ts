import { ReadableStream as Stream, TextEncoderStream } from 'node:stream/web'
import { byteOrderMark, csvLine } from './csv-line.limits.ts'

export const csvType = 'text/csv; charset=utf-8'

export function decimalCell(decimal: number): string {
  return decimal.toFixed(2).replace('.', ',')
}

const chunkSize = 64 * 1024

/**
 * Streams the file as fast as its reader takes it: column names, then the rows of each part. An error aborts the
 * file, so that a partial file can't pass for a whole one.
 */
export function csvStream(
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  return Stream.from(chunksOf(columns, parts)).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>
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
