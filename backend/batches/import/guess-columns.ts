import { type FileColumn, fileKeys, otherTitles, titleOf, wireKey } from '#backend/domain/product/product-fields.ts'

/** Column indexes by field, from 0; fields without a column are not read. */
export type ColumnPlaces = { readonly [Column in FileColumn]?: number | undefined }

/** Takes the first column with a known title; a column holds one field only. */
export function guessColumns(header: readonly string[]): ColumnPlaces {
  const plain = header.map(plainTitle)
  const places: Partial<Record<FileColumn, number>> = {}
  const place = (column: FileColumn, known: readonly string[]) => {
    const at = plain.findIndex((title) => known.includes(title))
    if (at >= 0) places[column] = at
  }
  place('id', ['id', 'codigo', 'productid', 'idproducto', 'numero', 'nro', 'no'])
  for (const key of fileKeys) place(wireKey(key), [plainTitle(titleOf(key)), ...otherTitles[key].split(' ')])
  return places
}

/** `Descripción (larga)` -> `descripcionlarga`. */
function plainTitle(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
