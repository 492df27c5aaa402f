import { CsvError, parse } from 'csv-parse/sync'
import { unmarked } from './csv-line.limits.ts'

export type CsvTable = {
  separator: 'punto y coma' | 'coma' | 'tabulación'
  encoding: 'utf-8' | 'windows-1252' | 'utf-16le'
  header: string[]
  rows: { row: number; cells: string[] }[]
}

/** The file is no table or too large; the message is Spanish. */
export class CsvRefused extends Error {
  override readonly name = 'CsvRefused'
}

const separators = { ';': 'punto y coma', ',': 'coma', '\t': 'tabulación' } as const
type Separator = keyof typeof separators

/** Maximum lines per row: cells may have line breaks, and rows may be empty. */
const linesPerRow = 20
const maxColumns = 500

/** Reads a whole file with at most `maxRows` rows below its header. Throws CsvRefused. */
export function readCsv(bytes: Uint8Array, maxRows: number): CsvTable {
  const { text, encoding } = decoded(bytes)
  const separator = separatorOf(text)
  const [first, ...rows] = recordsOf(text, separator, maxRows)
  if (!first) throw new CsvRefused('El archivo está vacío.')
  if (rows.length === 0) throw new CsvRefused('El archivo tiene solo la fila de títulos.')
  return { separator: separators[separator], encoding, header: first.cells, rows }
}

function decoded(bytes: Uint8Array): Pick<CsvTable, 'encoding'> & { text: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: textOf(bytes, 'utf-16le'), encoding: 'utf-16le' }
  if (bytes.includes(0)) throw new CsvRefused('El archivo no es un CSV: guardalo como CSV y probá de nuevo.')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: textOf(bytes, 'windows-1252'), encoding: 'windows-1252' }
  }
}

function textOf(bytes: Uint8Array, encoding: 'windows-1252' | 'utf-16le'): string {
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) throw new CsvRefused('El archivo no es un CSV: guardalo como CSV y probá de nuevo.')
  return text
}

function separatorOf(text: string): Separator {
  const counts: Record<Separator, number> = { ';': 0, ',': 0, '\t': 0 }
  let isQuoted = false
  for (const sign of text.trimStart().slice(0, 100_000)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\n' && !isQuoted) break
    else if (!isQuoted && sign in counts) counts[sign as Separator]++
  }
  const [most] = (Object.keys(counts) as Separator[]).sort((a, b) => counts[b] - counts[a])
  return most ?? ';'
}

function recordsOf(text: string, delimiter: Separator, maxRows: number): CsvTable['rows'] {
  const tooMany = `El archivo tiene más de ${maxRows.toLocaleString('es-AR')} filas: dividilo en partes.`
  if (hasMoreLines(text, maxRows * linesPerRow)) throw new CsvRefused(tooMany)
  const records: CsvTable['rows'] = []
  let read = 0
  const onRecord = (sent: string[], { empty_lines: emptyLines }: { empty_lines: number }): null => {
    read++
    if (sent.length > maxColumns) throw new CsvRefused(`El archivo tiene más de ${maxColumns} columnas.`)
    const cells = sent.map((cell) => unmarked(cell.trim()))
    const isEmpty = cells.every((cell) => cell === '')
    if (!isEmpty && records.length > maxRows) throw new CsvRefused(tooMany)
    if (!isEmpty) records.push({ row: read + emptyLines, cells })
    return null
  }
  try {
    const options = { delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: 100_000 }
    parse(text, { ...options, on_record: onRecord })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new CsvRefused('Una fila tiene más de 100.000 caracteres.')
    const line = typeof error.lines === 'number' ? ` cerca de la línea ${error.lines}` : ''
    throw new CsvRefused(
      `Las comillas no están bien puestas${line}: cada celda que empieza con comillas termina con ellas.`,
    )
  }
}

function hasMoreLines(text: string, most: number): boolean {
  return ['\n', '\r'].some((end) => text.split(end, most + 2).length > most + 1)
}
