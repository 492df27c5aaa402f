// Which column of a file is which part of a product, by its title in Spanish or English.
import { type FileColumn, fileColumnNames, fileColumns } from '#backend/domain/batch/product-file.limits.ts'

/** By part of a product the place of its column, from 0; what is absent is not read. */
export type ColumnPlaces = { readonly [Column in FileColumn]?: number | undefined }

const titles: Readonly<Record<FileColumn, readonly string[]>> = {
  id: ['codigo', 'productid', 'idproducto', 'numero', 'nro', 'no'],
  name: ['titulo', 'producto', 'articulo', 'name', 'title', 'product'],
  category: ['rubro', 'tipo', 'seccion', 'category', 'type'],
  price: ['preciofinal', 'preciodeventa', 'importe', 'valor', 'monto', 'price', 'amount', 'cost'],
  stock: ['unidades', 'cantidad', 'existencias', 'disponible', 'quantity', 'qty', 'units', 'inventory'],
  isActive: ['estado', 'publicado', 'habilitado', 'visible', 'active', 'isactive', 'enabled', 'status', 'published'],
  description: ['detalle', 'texto', 'descripcionlarga', 'description', 'desc', 'details', 'body'],
  imageUrl: [
    'foto',
    'urldelaimagen',
    'urlimagen',
    'imagenprincipal',
    'image',
    'imageurl',
    'picture',
    'photo',
    'imagesrc',
  ],
  pictures: ['imagenes', 'fotos', 'images', 'pictures', 'photos', 'gallery'],
  specs: [
    'caracteristicas',
    'especificaciones',
    'fichatecnica',
    'atributos',
    'specs',
    'specifications',
    'attributes',
    'features',
  ],
}

/** The first column of each title; one column is never two parts. */
export function guessColumns(header: readonly string[]): ColumnPlaces {
  const plain = header.map(plainTitle)
  const places: Partial<Record<FileColumn, number>> = {}
  for (const column of fileColumnNames) {
    const known = new Set([plainTitle(fileColumns[column]), ...titles[column]])
    const at = plain.findIndex((title) => known.has(title))
    if (at >= 0) places[column] = at
  }
  return places
}

/** `Descripción (larga)` -> `descripcionlarga`. */
function plainTitle(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
