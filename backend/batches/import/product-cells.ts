// A product as cells of a file, and what cells say of a product.

import { decimalCell } from '#backend/csv/write-csv.ts'
import { readDecimal } from '#backend/domain/batch/decimal.limits.ts'
import { type FileColumn, fileColumnNames } from '#backend/domain/batch/product-file.limits.ts'
import { toCents } from '#backend/domain/money.ts'
import { galleryLimits, type Picture } from '#backend/domain/product/gallery.limits.ts'
import {
  catalogueLimits,
  imageAddress,
  pricedAtNothing,
  productLimits,
  specLimits,
} from '#backend/domain/product/product.limits.ts'
import type { ProductSpec } from '#backend/domain/product/product.ts'

/** What a file can say of a product. */
export type FileProduct = {
  name: string
  category: string
  priceCents: number
  /** Units that can be sold. */
  stock: number
  isActive: boolean
  description: string
  imageUrl: string
  pictures: Picture[]
  specs: ProductSpec[]
}
export type Parts = Partial<FileProduct>
type Written = Omit<FileProduct, 'priceCents'> & { id: number; price: number }

/** What a part of a product looks like in its cell. */
const writers: { readonly [Part in keyof FileProduct]: (value: FileProduct[Part]) => string } = {
  name: (text) => text,
  category: (text) => text,
  priceCents: (cents) => decimalCell(cents / 100),
  stock: String,
  isActive: (isActive) => (isActive ? 'sí' : 'no'),
  description: (text) => text,
  imageUrl: (text) => text,
  pictures: (all) => all.map(({ url, alt }) => `${url} ${lineOf(alt)}`.trim()).join('\n'),
  specs: (all) => all.map(({ name, value }) => `${lineOf(name).replaceAll(':', '\\:')}: ${lineOf(value)}`).join('\n'),
}
const partOf = (column: Exclude<FileColumn, 'id'>): keyof FileProduct => (column === 'price' ? 'priceCents' : column)

/** The cells of a product in the order of the columns. */
export function cellsOf({ id, price, ...product }: Written): string[] {
  const parts = { ...product, priceCents: Math.round(price * 100) }
  return fileColumnNames.map((column) => (column === 'id' ? String(id) : (cellOf(column, parts) ?? '')))
}

/** The cell of one part; null if it is not there. */
export function cellOf(column: Exclude<FileColumn, 'id'>, parts: Parts): string | null {
  const part = partOf(column)
  const write = writers[part] as (value: unknown) => string
  return parts[part] === undefined ? null : write(parts[part])
}

/** A text in one line. */
function lineOf(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

function unlined(line: string): string {
  return line.replace(/\\([\\:rn])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))
}

/** What is wrong with a cell, as a Spanish sentence. */
export type CellError = { column: FileColumn; message: string }
export type Cells = Partial<Record<FileColumn, string>>
export type ReadRow = { id: number | null; product: Parts; errors: CellError[] }

class Wrong extends Error {}

const readers: { readonly [Column in Exclude<FileColumn, 'id'>]: (cell: string) => Parts } = {
  name: (cell) => ({ name: text(cell, productLimits.name) }),
  category: (cell) => ({ category: text(cell, catalogueLimits.category) }),
  description: (cell) => ({ description: text(cell, productLimits.description) }),
  imageUrl: (cell) => ({ imageUrl: imageOf(cell) }),
  price: (cell) => ({ priceCents: centsOf(cell) }),
  stock: (cell) => ({ stock: unitsOf(cell) }),
  isActive: (cell) => ({ isActive: yesOrNo(cell) }),
  pictures: (cell) => ({ pictures: picturesOf(cell) }),
  specs: (cell) => ({ specs: specsOf(cell) }),
}

/** What these cells say. A cell that is empty says nothing. */
export function readCells(cells: Cells): ReadRow {
  const errors: CellError[] = []
  const product: Parts = {}
  for (const [column, cell] of Object.entries(cells) as [FileColumn, string][]) {
    if (column === 'id' || cell === '') continue
    try {
      Object.assign(product, readers[column](cell))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      errors.push({ column, message: error.message })
    }
  }
  const { id = '' } = cells
  const isId = /^[1-9]\d{0,14}$/.test(id)
  if (id !== '' && !isId)
    errors.push({ column: 'id', message: 'El ID es un número entero; vacío, la fila agrega un producto.' })
  return { id: isId ? Number(id) : null, product, errors }
}

function text(cell: string, max: number): string {
  if (cell.length > max) throw new Wrong(`Admite hasta ${max.toLocaleString('es-AR')} caracteres.`)
  if (cell.includes('\0') || !cell.isWellFormed()) throw new Wrong('Tiene caracteres que no se admiten.')
  return cell
}

function imageOf(cell: string): string {
  if (!imageAddress.test(text(cell, productLimits.imageUrl))) throw new Wrong('Debe empezar con https:// o con /img/.')
  return cell
}

function centsOf(cell: string): number {
  const decimal = readDecimal(cell)
  if (decimal === null)
    throw new Wrong('No es un precio: escribilo como 1234,56 o 1.234,56, con dos decimales como mucho.')
  const cents = toCents(decimal)
  if (cents === null || decimal > productLimits.price)
    throw new Wrong(`El máximo es ${productLimits.price.toLocaleString('es-AR')}.`)
  if (cents <= 0) throw new Wrong(pricedAtNothing)
  return cents
}

function unitsOf(cell: string): number {
  const units = /^\d{1,3}(\.\d{3})+$/.test(cell) ? cell.replaceAll('.', '') : cell
  if (!/^\d+$/.test(units)) throw new Wrong('Escribí un número entero de unidades, desde 0.')
  if (Number(units) > productLimits.stock)
    throw new Wrong(`El máximo es ${productLimits.stock.toLocaleString('es-AR')}.`)
  return Number(units)
}

const words: Readonly<Record<string, boolean>> = {
  sí: true,
  si: true,
  s: true,
  yes: true,
  y: true,
  true: true,
  verdadero: true,
  activo: true,
  x: true,
  '1': true,
  no: false,
  n: false,
  false: false,
  falso: false,
  inactivo: false,
  '0': false,
}

function yesOrNo(cell: string): boolean {
  const word = cell.toLocaleLowerCase('es')
  const value = Object.hasOwn(words, word) ? words[word] : undefined
  if (value === undefined) throw new Wrong('Escribí «sí» o «no».')
  return value
}

function linesOf(cell: string): string[] {
  return cell
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function picturesOf(cell: string): Picture[] {
  const pictures = linesOf(cell).map((line) => {
    const [url = '', ...alt] = line.split(' ')
    return { url: imageOf(url), alt: text(unlined(alt.join(' ')).trim(), galleryLimits.alt) }
  })
  if (pictures.length > galleryLimits.pictures) throw new Wrong(`Admite hasta ${galleryLimits.pictures} imágenes.`)
  if (new Set(pictures.map(({ url }) => url)).size < pictures.length) throw new Wrong('Hay una imagen repetida.')
  return pictures
}

function specsOf(cell: string): ProductSpec[] {
  const specs = linesOf(cell).map((line) => {
    const [, name = '', value = ''] = /^((?:\\.|[^\\:])+):(.*)$/.exec(line) ?? []
    if (!name.trim() || !value.trim()) throw new Wrong('Cada línea es «Característica: valor».')
    return { name: text(unlined(name).trim(), specLimits.name), value: text(unlined(value).trim(), specLimits.value) }
  })
  if (specs.length > specLimits.rows) throw new Wrong(`Admite hasta ${specLimits.rows} características.`)
  if (new Set(specs.map(({ name }) => name.toLocaleLowerCase('es'))).size < specs.length)
    throw new Wrong('Hay una característica repetida.')
  return specs
}
