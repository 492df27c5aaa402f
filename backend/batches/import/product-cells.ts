import {
  type EnteredProduct,
  type FileColumn,
  fileKeys,
  fromWire,
  type OnWire,
  type ProductParts,
  readField,
  wireKey,
  writeField,
} from '#backend/domain/product/product-fields.ts'

export function cellsOf(product: OnWire<EnteredProduct> & { id: number }): string[] {
  const parts = fromWire(product)
  return [String(product.id), ...fileKeys.map((key) => cellOf(key, parts) ?? '')]
}

export function cellOf(key: keyof ProductParts, parts: ProductParts): string | null {
  const value = parts[key]
  return value === undefined ? null : writeField(key, value)
}

export type CellError = { column: FileColumn; message: string }
export type Cells = Partial<Record<FileColumn, string>>
export type ReadRow = { id: number | null; product: ProductParts; errors: CellError[] }

/** Ignores empty cells. Error messages are Spanish sentences. */
export function readCells(cells: Cells): ReadRow {
  const { id = '' } = cells
  const isId = /^[1-9]\d{0,14}$/.test(id)
  const errors: CellError[] = []
  const product: Record<string, unknown> = {}
  for (const key of fileKeys) {
    const column = wireKey(key)
    const cell = cells[column] ?? ''
    if (cell === '') continue
    const reading = readField(key, cell)
    if ('value' in reading) product[key] = reading.value
    else errors.push({ column, message: reading.mistake })
  }
  if (id !== '' && !isId)
    errors.push({ column: 'id', message: 'El ID es un número entero; vacío, la fila agrega un producto.' })
  return { id: isId ? Number(id) : null, product: product as ProductParts, errors }
}
