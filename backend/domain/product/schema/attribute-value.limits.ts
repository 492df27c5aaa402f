// How the text of an attribute is read, and a value written: the same in the shop's memory, its files and the panel's form.
import { type Attribute, isChosen, plainName, type Schema, schemaLimits } from './schema.limits.ts'
import { readNumber } from './schema-number.limits.ts'

/** Key to what was entered; null: known to be none; absent: unknown. */
export type EnteredAttributes = { [key: string]: string | null }

/** null: known to be none. Numbers are in the attribute's unit. */
export type TypedValue = number | boolean | string | readonly string[] | null
export type TypedValues = ReadonlyMap<string, TypedValue>

/** A row of a spec sheet; without `value` nothing is known. `key`: of its attribute; null: a row of free text. */
export type SheetRow = { key: string | null; name: string; value: string | null; isCompared?: false }

export const noneWord = 'ninguno'
const noneWords = ['ninguno', 'ninguna', 'notiene', 'noincluye', 'noaplica']
const yesWords = ['si', 'yes', 'x', 'true', 'verdadero', 'incluido', 'incluye']
const noWords = ['no', 'false', 'falso']

export function isNone(text: string): boolean {
  return noneWords.includes(plainName(text))
}

/** Returns undefined for a text that is no such value. */
export function readAttribute(attribute: Attribute, text: string): Exclude<TypedValue, null> | undefined {
  switch (attribute.kind) {
    case 'number':
      return sensible(readNumber(text, attribute.unit))
    case 'yesNo': {
      const word = plainName(text)
      return yesWords.includes(word) ? true : noWords.includes(word) ? false : undefined
    }
    case 'choice':
      return choiceIn(attribute, text)
    case 'list': {
      const parts = text.split(/[,;\n]/).filter((part) => part.trim() !== '')
      const read = parts.map((part) => choiceIn(attribute, part))
      return read.length === 0 || read.includes(undefined) ? undefined : [...new Set(read as string[])]
    }
    case 'text':
      return text.trim() === '' ? undefined : text.trim()
    default:
      return attribute.kind satisfies never
  }
}

/** Refuses numbers too large or small to be a size of anything. */
function sensible(value: number | undefined): number | undefined {
  return value === 0 || (value && value >= 1e-6 && value <= schemaLimits.number) ? value : undefined
}

function choiceIn({ choices }: Attribute, text: string): string | undefined {
  const wanted = text.trim()
  if (choices.length === 0) return wanted === '' ? undefined : wanted
  return choices.find((choice) => plainName(choice) === plainName(wanted))
}

/** In Spanish, what a text of this attribute must be. */
export function attributeRule({ kind, unit, choices }: Attribute): string {
  if (kind === 'number') return unit ? `Escribí un número en ${unit}, como «12 ${unit}».` : 'Escribí un número.'
  if (kind === 'yesNo') return 'Escribí «sí» o «no».'
  if (isChosen(kind) && choices.length > 0)
    return `${kind === 'list' ? 'Elegí entre' : 'Elegí una de'}: ${choices.join(', ')}.`
  return 'Falta este dato.'
}

export function writeTyped({ unit, kind }: Attribute, value: TypedValue): string {
  if (value === null) return 'No tiene'
  if (typeof value === 'number') return withUnit(value, unit)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return kind === 'list' ? (value as readonly string[]).join(', ') : (value as string)
}

/** 27 of '"' -> 27"; 144 of Hz -> 144 Hz; 1500 -> 1.500; 2000 of GB -> 2 TB. */
export function withUnit(value: number, unit: string): string {
  if (unit === 'GB' && value >= 1000 && value % 500 === 0) return withUnit(value / 1000, 'TB')
  const digits = value.toLocaleString('es-AR', { maximumFractionDigits: 6 })
  return unit === '' ? digits : unit === '"' || unit === '°' || unit === '%' ? `${digits}${unit}` : `${digits} ${unit}`
}

/** Both ends belong to it; null: open. */
export type Range = { from: number | null; to: number | null }

/** A number of an address: '27', or ends '144..', '..300', '20..30'. Null for another text. */
export function numbersOf(text: string): Range | null {
  const [all, from, dots, to] = /^(\d+(?:\.\d+)?)?(\.\.)?(\d+(?:\.\d+)?)?$/.exec(text) ?? []
  if (!all || (from === undefined && to === undefined) || (dots === undefined && to !== undefined)) return null
  const read = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
  return dots === undefined ? { from: read(from), to: read(from) } : { from: read(from), to: read(to) }
}

/** '144 Hz o más', 'Hasta 300 mm', '20" a 30"'. */
export function rangeText({ from, to }: Range, unit: string): string {
  if (from === null) return `Hasta ${withUnit(to ?? 0, unit)}`
  return to === null ? `${withUnit(from, unit)} o más` : `${withUnit(from, unit)} a ${withUnit(to, unit)}`
}

type Described = {
  readonly specs: readonly { readonly name: string; readonly value: string }[]
  readonly attributes: EnteredAttributes
}

/**
 * A product's values and its spec sheet: attributes in the schema's order, then free rows. Entered attributes go before
 * a free row that is called like one. A text that cannot be read stays in the sheet as a free row, and its value is
 * unknown.
 */
export function interpret(
  schema: Schema,
  { specs, attributes }: Described,
): { values: TypedValues; sheet: SheetRow[] } {
  if (schema.length === 0 && Object.keys(attributes).length === 0)
    return { values: new Map(), sheet: specs.map((row) => ({ key: null, ...row })) }
  const values = new Map<string, TypedValue>()
  const sheet: SheetRow[] = []
  const taken = new Set<object>()
  const named = specs.map((row) => ({ row, name: plainName(row.name) }))
  for (const attribute of schema) {
    const { key, label } = attribute
    const source = entered(attribute, attributes) ?? rowOf(attribute, named)
    if (source) values.set(key, source.value)
    if (source?.row) taken.add(source.row)
    const row = { key, name: label, value: source ? source.text : null }
    sheet.push(attribute.isComparable ? row : { ...row, isCompared: false })
  }
  const known = new Map(schema.map(({ key, label }) => [key, label]))
  const strange = Object.entries(attributes).flatMap(([key, text]) =>
    values.has(key) || text === null ? [] : [{ key: null, name: known.get(key) ?? key, value: text }],
  )
  const free = specs.filter((row) => !taken.has(row)).map((row) => ({ key: null, ...row }))
  return { values, sheet: [...sheet, ...strange, ...free] }
}

type Source = { value: TypedValue; text: string; row?: object }

function entered(attribute: Attribute, attributes: EnteredAttributes): Source | undefined {
  const text = Object.hasOwn(attributes, attribute.key) ? attributes[attribute.key] : undefined
  if (text === undefined) return undefined
  if (text === null) return { value: null, text: writeTyped(attribute, null) }
  const value = readAttribute(attribute, text)
  return value === undefined ? undefined : { value, text: writeTyped(attribute, value) }
}

/** Keeps the row's own words, which may say more than the value. */
function rowOf(attribute: Attribute, rows: readonly NamedRow[]): Source | undefined {
  const names = namesOf(attribute)
  for (const { row, name } of rows) {
    if (!names.includes(name)) continue
    if (isNone(row.value)) return { value: null, text: row.value, row }
    const value = readAttribute(attribute, row.value)
    if (value !== undefined) return { value, text: row.value, row }
  }
  return undefined
}

type NamedRow = { row: Described['specs'][number]; name: string }
const plainNames = new WeakMap<Attribute, readonly string[]>()

/** Kept, since a whole catalogue is read by one schema. */
function namesOf(attribute: Attribute): readonly string[] {
  const known = plainNames.get(attribute) ?? [attribute.label, ...attribute.aliases].map(plainName)
  plainNames.set(attribute, known)
  return known
}

/** Required attributes of which nothing is known, not even that there is none. */
export function missingIn(schema: Schema, { values }: { values: TypedValues }): Attribute[] {
  return schema.filter(({ key, isRequired }) => isRequired && !values.has(key))
}
