import type { PlannedItem } from '#backend/batches/batch-items.ts'
import type { CsvTable } from '#backend/csv/read-csv.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { withFirst } from '#backend/domain/product/gallery.limits.ts'
import {
  differingKeys,
  type EnteredProduct,
  fieldKeys,
  fromWire,
  type ProductParts,
  requiredKeys,
  wireKey,
  withDefaults,
} from '#backend/domain/product/product-fields.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { findProductsNamed } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findSchemas, type Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import {
  type AttributePlaces,
  attributeColumns,
  missingErrors,
  placeAttributes,
  readAttributeCells,
} from './attribute-columns.ts'
import type { ColumnPlaces } from './guess-columns.ts'
import { type CellError, type Cells, type ReadRow, readCells } from './product-cells.ts'

type Row = ReadRow & { row: number; cells: readonly string[] }

export async function planImport(
  { header, rows }: CsvTable,
  places: ColumnPlaces,
  db: Database,
): Promise<PlannedItem[]> {
  const read = rows.map(({ row, cells }): Row => ({ row, cells, ...readCells(cellsAt(places, cells)) }))
  const known = await knownBy(read, db)
  const attributes = placeAttributes(attributeColumns(known.schemas), header, new Set(Object.values(places)))
  return read.map((each) => itemOf(withAttributes(each, known, attributes), known))
}

function cellsAt(places: ColumnPlaces, cells: readonly string[]): Cells {
  return Object.fromEntries(Object.entries(places).map(([column, at]) => [column, cells[at ?? -1] ?? '']))
}

function withAttributes(row: Row, { products }: Known, places: AttributePlaces): Row {
  const product = products.get(row.id ?? 0)
  const category = row.product.category ?? product?.category
  if (places.size === 0 || category === undefined) return row
  const { attributes, errors } = readAttributeCells(places, row.cells, category)
  const isSaid = Object.keys(attributes).length > 0
  const said = isSaid ? { attributes: { ...product?.attributes, ...attributes } } : {}
  return { ...row, product: { ...row.product, ...said }, errors: [...row.errors, ...errors] }
}

type Known = {
  schemas: Schemas
  products: ReadonlyMap<number, CatalogueItem>
  /** By names in lower case without accents. */
  named: ReadonlyMap<string, number>
  /** First row per id, and per name of a new product. */
  firstOfId: ReadonlyMap<number, number>
  firstOfName: ReadonlyMap<string, number>
}

async function knownBy(rows: readonly Row[], db: Database): Promise<Known> {
  const ids = rows.flatMap(({ id }) => (id === null || id > 2_147_483_647 ? [] : [id]))
  const names = rows.flatMap(({ id, product: { name } }) => (id === null && name !== undefined ? [name] : []))
  const firstOf = <Key>(keyOf: (row: Row) => Key | undefined) => {
    const first = new Map<Key, number>()
    for (const row of rows) {
      const key = keyOf(row)
      if (key !== undefined && !first.has(key)) first.set(key, row.row)
    }
    return first
  }
  return {
    schemas: await findSchemas(db),
    products: new Map((await findProducts(db, ids)).map((item) => [item.id, item])),
    named: await findProductsNamed(db, names),
    firstOfId: firstOf(({ id }) => id ?? undefined),
    firstOfName: firstOf(({ id, product: { name } }) =>
      id === null && name !== undefined ? searchText(name) : undefined,
    ),
  }
}

function itemOf(row: Row, known: Known): PlannedItem {
  const product = row.id === null ? undefined : known.products.get(row.id)
  const base = { nth: row.row, productId: row.id, name: row.product.name ?? product?.name ?? '' }
  const errors = [...row.errors, ...(row.id === null ? errorsOfNew(row, known) : errorsOfKnown(row, known))]
  if (errors.length > 0) return { ...base, productId: product?.id ?? null, kind: 'wrong', change: { errors } }
  const said = withGallery(row.product, product)
  if (!product)
    return { ...base, kind: 'create', change: { after: withDefaults(said as EnteredProduct) as EnteredProduct } }
  const change = changeOf(product, said)
  return change ? { ...base, kind: 'change', change } : { ...base, kind: 'same', change: {} }
}

function errorsOfKnown({ id, row, product: { priceCents } }: Row, { products, firstOfId }: Known): CellError[] {
  const first = firstOfId.get(id ?? 0)
  if (first !== row) return [{ column: 'id', message: `El ID ${id} ya está en la fila ${first}.` }]
  const product = products.get(id ?? 0)
  if (!product) return [{ column: 'id', message: `No hay un producto con el ID ${id}.` }]
  const isSlip = priceCents !== undefined && priceCents < product.price * 100 * leastOfPrice
  return isSlip ? [{ column: 'price', message: slipText }] : []
}

/** Refuses a price below this share of the current one: more often a misread decimal sign than a reduction. */
const leastOfPrice = 0.1
const slipText = 'El precio bajaría más de un 90 %. Si no es un error, cambialo en el formulario del producto.'

function errorsOfNew({ row, product, errors }: Row, { named, firstOfName, schemas }: Known): CellError[] {
  if (errors.some(({ column }) => column === 'id')) return []
  const { name } = product
  const missing = requiredKeys.filter((key) => {
    const isFromGallery = key === 'imageUrl' && product.pictures !== undefined
    return product[key] === undefined && !isFromGallery && !errors.some(({ column }) => column === wireKey(key))
  })
  const missed: CellError[] = missing.map((key) => ({
    column: wireKey(key),
    message: 'Falta este dato para agregar el producto.',
  }))
  const { category = '', specs = [], attributes = {} } = product
  missed.push(...missingErrors(schemas, category, { specs, attributes }))
  if (name === undefined) return missed
  const [other, first] = [named.get(searchText(name)), firstOfName.get(searchText(name))]
  if (other !== undefined) {
    const message = `Ya hay un producto con este nombre, el Nº ${other}: poné su ID para cambiarlo, o cambiá el nombre.`
    return [...missed, { column: 'name', message }]
  }
  return first === row ? missed : [...missed, { column: 'name', message: `El mismo nombre está en la fila ${first}.` }]
}

/** Changes the first picture and the gallery together, so that an undo restores both. */
function withGallery({ pictures, imageUrl, ...said }: ProductParts, product: CatalogueItem | undefined): ProductParts {
  const url = imageUrl ?? pictures?.[0]?.url
  if (url === undefined) return said
  const gallery = pictures ?? product?.pictures ?? []
  return { ...said, imageUrl: url, pictures: withFirst(gallery, url) }
}

/** The fields that differ between file and product; undefined if none does. */
export function changeOf(product: CatalogueItem, said: ProductParts) {
  const present: ProductParts = fromWire(product)
  const saidKeys = fieldKeys.filter((key) => said[key] !== undefined)
  const changed = differingKeys(saidKeys, present, said)
  if (changed.length === 0) return undefined
  const chosen = (of: ProductParts): ProductParts => Object.fromEntries(changed.map((key) => [key, of[key]]))
  return { before: chosen(present), after: chosen(said) }
}
