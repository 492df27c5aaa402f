import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { attributeLimits } from '#backend/domain/product/product.limits.ts'
import {
  attributeRule,
  type EnteredAttributes,
  interpret,
  isNone,
  missingIn,
  noneWord,
  readAttribute,
} from '#backend/domain/product/schema/attribute-value.limits.ts'
import { type Attribute, plainName } from '#backend/domain/product/schema/schema.limits.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import type { CellError } from './product-cells.ts'

/** `of`: the attribute by category. */
export type AttributeColumn = { title: string; names: ReadonlySet<string>; of: ReadonlyMap<string, Attribute> }

const prefix = 'Propiedad: '

export function attributeColumns(schemas: Schemas): AttributeColumn[] {
  const told = [...schemas].flatMap(([category, schema]) => schema.map((attribute) => ({ category, attribute })))
  const named = Map.groupBy(told, ({ attribute }) => plainName(attribute.label))
  return [...named.values()].map((all) => ({
    title: `${prefix}${all[0]?.attribute.label ?? ''}`,
    names: new Set(all.flatMap(({ attribute: { label, aliases } }) => [label, ...aliases].map(plainName))),
    of: new Map(all.map(({ category, attribute }) => [category, attribute])),
  }))
}

/** A cell for each column; 'ninguno' for what is known to be none, empty for what nobody entered. */
export function attributeCells(columns: readonly AttributeColumn[], product: CatalogueItem): string[] {
  return columns.map(({ of }) => {
    const text = product.attributes[of.get(product.category)?.key ?? '']
    return text === null ? noneWord : (text ?? '')
  })
}

/** Several where categories have attributes of one name. */
export type AttributePlaces = ReadonlyMap<number, readonly AttributeColumn[]>

/** Places of columns in a header, by their title or an attribute's name; a column of `taken` is something else already. */
export function placeAttributes(
  columns: readonly AttributeColumn[],
  header: readonly string[],
  taken: ReadonlySet<number | undefined>,
): AttributePlaces {
  const found = header.flatMap((title, at): [number, AttributeColumn[]][] => {
    if (taken.has(at) && !title.startsWith(prefix)) return []
    const plain = plainName(title.replace(prefix, ''))
    const titled = columns.filter((one) => plainName(one.title) === plainName(title))
    const called = titled.length > 0 ? titled : columns.filter((one) => one.names.has(plain))
    return plain !== '' && called.length > 0 ? [[at, called]] : []
  })
  return new Map(found)
}

/** The attributes that a row says; an empty cell says nothing. */
export function readAttributeCells(
  places: AttributePlaces,
  cells: readonly string[],
  category: string,
): { attributes: EnteredAttributes; errors: CellError[] } {
  const attributes: EnteredAttributes = {}
  const errors: CellError[] = []
  for (const [at, columns] of places) {
    const cell = (cells[at] ?? '').trim()
    if (cell === '') continue
    const attribute = columns.map(({ of }) => of.get(category)).find(Boolean)
    if (!attribute)
      errors.push(wrong(`La categoría «${category}» no tiene «${columns[0]?.title.replace(prefix, '')}».`))
    else if (cell.length > attributeLimits.value)
      errors.push(wrong(`${attribute.label}: admite hasta ${attributeLimits.value} letras.`))
    else if (isNone(cell)) attributes[attribute.key] = null
    else if (readAttribute(attribute, cell) === undefined)
      errors.push(wrong(`${attribute.label}: ${attributeRule(attribute)}`))
    else attributes[attribute.key] = cell
  }
  return { attributes, errors }
}

type Described = Parameters<typeof interpret>[1]

/** Required attributes that a new product lacks. */
export function missingErrors(schemas: Schemas, category: string, product: Described): CellError[] {
  const schema = schemas.get(category) ?? []
  return missingIn(schema, interpret(schema, product)).map(({ label }) => wrong(`Falta: ${label}.`))
}

function wrong(message: string): CellError {
  return { column: 'attributes', message }
}
