// What cells of a file say of a product.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { type FileColumn, fileColumnNames } from '#backend/domain/product/product-fields.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { guessColumns } from './guess-columns.ts'
import { cellsOf, readCells } from './product-cells.ts'

test('amounts are read in both notations, and what could be two is refused', () => {
  for (const [cell, amount] of [
    ...([
      ['1.234,56', 1234.56],
      ['1234.56', 1234.56],
      ['1,234.56', 1234.56],
      ['1234,5', 1234.5],
    ] as const),
    ...([
      ['1.234', 1234],
      ['1.234.567', 1234567],
      ['U$S 1.234,50', 1234.5],
      ['$99', 99],
      ['12,5', 12.5],
    ] as const),
    ...([
      ['0', 0],
      ['-3,50', -3.5],
    ] as const),
    ...([
      ['1,234', null],
      ['1234.567', null],
      ['12.34.56', null],
      ['abc', null],
      ['', null],
      ['1e3', null],
    ] as const),
  ])
    expect([cell, readDecimal(cell)]).toEqual([cell, amount])
})

test('columns are guessed by their titles in Spanish and English, each once', () => {
  expect(guessColumns(['ID', 'Título', 'RUBRO', 'Precio final', 'Qty', 'Otra cosa', 'Image URL'])).toEqual({
    id: 0,
    name: 1,
    category: 2,
    price: 3,
    stock: 4,
    imageUrl: 6,
  })
  expect(guessColumns(['Name', 'name', 'DESCRIPTION', 'Características', 'Active'])).toEqual({
    name: 0,
    description: 2,
    specs: 3,
    isActive: 4,
  })
})

describe('a row', () => {
  test('names the column of each mistake with a sentence', () => {
    const { errors } = readCells({
      id: 'A1',
      name: 'x'.repeat(201),
      price: 'doce',
      stock: '1,5',
      vatRate: '27 %',
      internalTaxRate: '50,01',
      isActive: 'quizás',
      imageUrl: 'ftp://x',
      specs: 'Marca',
      pictures: '/img/a.webp\n/img/a.webp',
    })
    expect(Object.fromEntries(errors.map(({ column, message }) => [column, message]))).toEqual({
      id: 'El ID es un número entero; vacío, la fila agrega un producto.',
      name: 'Admite hasta 200 caracteres.',
      price: 'No es un precio: escribilo como 1234,56 o 1.234,56, con dos decimales como mucho.',
      stock: 'Escribí un número entero de unidades, desde 0.',
      vatRate: 'Escribí 21 o 10,5, en por ciento.',
      internalTaxRate: 'Escribí un por ciento de 0 a 50, como 10,5.',
      isActive: 'Escribí «sí» o «no».',
      imageUrl: 'Debe empezar con https:// o con /img/.',
      pictures: 'Hay una imagen repetida.',
      specs: 'Cada línea es «Característica: valor».',
    })
    for (const price of ['-1', '0', '0,00'])
      expect(readCells({ price }).errors[0]?.message).toBe('El precio tiene que ser mayor que cero.')
    expect(readCells({ price: '2.000.000.000' }).errors[0]?.message).toBe('El máximo es 1.000.000.000.')
    expect(readCells({ specs: 'Marca: a\nmarca: b' }).errors[0]?.message).toBe('Hay una característica repetida.')
  })

  test('reads a rate with or without its sign', () => {
    for (const vatRate of ['10,5', '10.5 %', '10,50%'])
      expect(readCells({ vatRate, internalTaxRate: '9,5 %' }).product).toEqual({ vatRate: 1050, internalTaxRate: 950 })
    for (const internalTaxRate of ['-1', 'x', '1,005', '%'])
      expect(readCells({ internalTaxRate }).errors).toHaveLength(1)
  })

  test('that is empty in a column says nothing of it', () => {
    expect(readCells({ id: '', name: '', price: '', pictures: '', specs: '' })).toEqual({
      id: null,
      product: {},
      errors: [],
    })
  })

  test('that a product was written to says that product', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.trim())
    const word = fc
      .oneof(line, fc.constantFrom('a: b', 'a\u2028b', 'c\\:d', '\\n', 'línea\notra', 'x\\'))
      .filter((text) => text !== '')
    const specs = fc.uniqueArray(fc.record({ name: word, value: word }), {
      selector: ({ name }) => name.toLocaleLowerCase('es'),
      maxLength: 5,
    })
    fc.assert(
      fc.property(word, specs, word, fc.integer({ min: 1, max: 99_999_999 }), (name, sheet, alt, priceCents) => {
        const texts = { name, category: 'Mouse', description: name, imageUrl: '/img/a.webp' }
        const pictures = [
          { url: '/img/a.webp', alt },
          { url: '/img/b.webp', alt: '' },
        ]
        const rates = { vatRate: priceCents % 2 ? 1050 : 2100, internalTaxRate: priceCents % 5001 }
        const product = { ...unsaid, ...texts, ...rates, pictures, specs: sheet, stock: 3, isActive: false }
        const written = cellsOf({ ...product, id: 7, price: priceCents / 100 })
        const cells = Object.fromEntries(fileColumnNames.map((column: FileColumn, at) => [column, written[at] ?? '']))
        const said = {
          ...texts,
          ...rates,
          pictures,
          stock: 3,
          isActive: false,
          priceCents,
          ...(sheet.length > 0 && { specs: sheet }),
        }
        expect(readCells(cells)).toEqual({ id: 7, product: said, errors: [] })
      }),
    )
  })
})
