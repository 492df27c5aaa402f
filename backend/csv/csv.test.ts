// Files as spreadsheets write them, and back.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from './csv-line.limits.ts'
import { CsvRefused, readCsv } from './read-csv.ts'
import { csvStream } from './write-csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readCsv(utf8(text), 100)
const refusal = (bytes: Uint8Array, most = 100) => {
  try {
    return readCsv(bytes, most)
  } catch (error) {
    return error instanceof CsvRefused ? error.message : error
  }
}

describe('a file', () => {
  test('may have any of three separators, a mark before it, quoted line ends, empty rows, and rows that are too short', () => {
    expect(read('a;b\r\n"1,5";2\r\n')).toMatchObject({
      separator: 'punto y coma',
      rows: [{ row: 2, cells: ['1,5', '2'] }],
    })
    expect(read('"a;b;c",d\n1,2').separator).toBe('coma')
    expect(read('a\tb\n1\t2')).toMatchObject({ separator: 'tabulación', header: ['a', 'b'] })
    const { header, rows } = read('\uFEFFNombre;Ficha\n\nTeclado;"Marca: K\nLuz: sí"\n;\nSolo')
    expect(header).toEqual(['Nombre', 'Ficha'])
    expect(rows).toEqual([
      { row: 3, cells: ['Teclado', 'Marca: K\nLuz: sí'] },
      { row: 5, cells: ['Solo'] },
    ])
  })

  test('of an old spreadsheet is read by its letters, and one of Unicode text too', () => {
    const latin = Uint8Array.from('Categoría;Ñandú\n1;2', (sign) => sign.codePointAt(0) ?? 0)
    expect(readCsv(latin, 9)).toMatchObject({ encoding: 'windows-1252', header: ['Categoría', 'Ñandú'] })
    const utf16 = new Uint8Array(Buffer.from('\uFEFFPrecio\tAño\n1\t2', 'utf16le'))
    expect(readCsv(utf16, 9)).toMatchObject({ encoding: 'utf-16le', header: ['Precio', 'Año'] })
  })

  test('that is no table is refused with a sentence', () => {
    expect(refusal(utf8(' \n'))).toBe('El archivo está vacío.')
    expect(refusal(utf8('a;b\n'))).toBe('El archivo tiene solo la fila de títulos.')
    expect(refusal(utf8('a\n1\n2\n3'), 2)).toBe('El archivo tiene más de 2 filas: dividilo en partes.')
    expect(refusal(utf8(`a\n${';'.repeat(600)}\n`))).toBe('El archivo tiene más de 500 columnas.')
    expect(refusal(new Uint8Array([80, 75, 3, 4, 0, 0]))).toMatch(/^El archivo no es un CSV/)
    expect(refusal(utf8('a;b\n"1;2\n3;4'))).toMatch(/^Las comillas no están bien puestas/)
    expect(refusal(utf8(`a;b\n${'x'.repeat(100_001)};1`))).toMatch(/^Una fila tiene más/)
  })
})

test('five megabytes of nothing are refused before they are taken apart', () => {
  const size = 5 * 1024 * 1024
  const rest = `a;b\n1;2\n`
  for (const nothing of ['\n', '\r', '\r\n', ';\n', ' \n', '"\n"', `${';'.repeat(500)}\n`]) {
    const before = process.memoryUsage.rss()
    const message = refusal(utf8(rest + nothing.repeat((size - rest.length) / nothing.length)), 5000)
    expect(message).toMatch(/filas|columnas|comillas|caracteres/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  }
})

test('a cell that a spreadsheet would run is marked as text, and read as it was', async () => {
  for (const cell of ['|cmd', '\u22121+1', '\u200b=1+1', '\u200b\ufeff@a', '|', '\u200b-1'])
    expect(csvLine([cell])).toBe(`'${cell}\r\n`)
  expect(csvLine(['=1+1', '+5', '-5', '@a', "'x", 'a;b', 'dice "sí"', '＝1'])).toBe(
    `'=1+1;'+5;'-5;'@a;''x;"a;b";"dice ""sí""";'＝1\r\n`,
  )
  const cell = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '').trim())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const named = rows.map((cells) => ['x', ...cells])
        const parts = (async function* () {
          yield named
        })()
        const bytes = new Uint8Array(await new Response(csvStream(['a', 'b', 'c'], parts)).arrayBuffer())
        expect(readCsv(bytes, 9).rows.map(({ cells }) => cells)).toEqual(named)
      },
    ),
  )
})
