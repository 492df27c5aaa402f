// Kinds of fields: their values, and how texts are parsed and written.
import { toCents, toDecimal } from '#backend/domain/money.ts'
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { type EnteredAttributes, isNone, noneWord } from '#backend/domain/product/schema/attribute-value.limits.ts'
import { galleryLimits, type Picture } from './gallery.limits.ts'
import {
  attributeLimits,
  eanRule,
  imageAddress,
  isEan,
  type ProductSpec,
  pricedAtNothing,
  skuRule,
  skuText,
  specLimits,
} from './product.limits.ts'

/**
 * `max`: characters, the highest price in the shop's currency, the highest number, or basis points. `among`: the only
 * rates there are.
 */
export type FieldKind =
  | { readonly kind: 'text'; readonly max: number; readonly isLong?: true }
  | { readonly kind: 'image' | 'sku' | 'ean' | 'price'; readonly max: number }
  | { readonly kind: 'number'; readonly max: number; readonly unit: string }
  | { readonly kind: 'rate'; readonly max: number; readonly among?: readonly number[] }
  | { readonly kind: 'yesNo' | 'specs' | 'pictures' | 'attributes' }

/**
 * `label`: in forms. `title`: file column, default the label. `default`: for a product added without the field; without
 * default it is required, and a null default permits unknown.
 */
export type NamedField = FieldKind & {
  readonly label: string
  readonly title?: string
  readonly default?: null | boolean | number | readonly [] | Readonly<Record<string, never>>
}

/** Prices are in cents, rates in basis points: 1050 is 10.5 %. */
export type ValueOf = {
  text: string
  image: string
  price: number
  number: number
  rate: number
  yesNo: boolean
  sku: string
  ean: string
  specs: ProductSpec[]
  pictures: Picture[]
  attributes: EnteredAttributes
}
export type FieldValue = ValueOf[keyof ValueOf] | null

/** A mistake is a Spanish sentence. */
export type Reading = { value: FieldValue } | { mistake: string }

class Mistake extends Error {}

/** Parses a file's cell or a form's input: trimmed, not empty. */
export function readValue(field: FieldKind, text: string): Reading {
  try {
    return { value: (readers[field.kind] as (text: string, field: FieldKind) => FieldValue)(text, field) }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { mistake: error.message }
  }
}

const readers: {
  readonly [Kind in keyof ValueOf]: (text: string, field: FieldKind & { kind: Kind }) => ValueOf[Kind]
} = {
  text: (text, { max }) => shortText(text, max),
  image: (text, { max }) => imageIn(text, max),
  price: (text, { max }) => centsIn(text, max),
  number: numberIn,
  rate: rateIn,
  yesNo: yesNoIn,
  sku: skuIn,
  ean: eanIn,
  attributes: attributesIn,
  specs: specsIn,
  pictures: picturesIn,
}

const writers: { readonly [Kind in keyof ValueOf]: (value: ValueOf[Kind]) => string } = {
  text: (text) => text,
  image: (address) => address,
  price: (cents) => toDecimal(cents).toFixed(2).replace('.', ','),
  number: String,
  rate: percentText,
  sku: (code) => code,
  ean: (code) => code,
  attributes: (all) =>
    Object.entries(all)
      .map(([key, text]) => `${key}: ${text === null ? noneWord : lineOf(text)}`)
      .join('\n'),
  yesNo: (isYes) => (isYes ? 'sí' : 'no'),
  pictures: (all) => all.map(({ url, alt }) => `${url} ${lineOf(alt)}`.trim()).join('\n'),
  specs: (all) => all.map(({ name, value }) => `${lineOf(name).replaceAll(':', '\\:')}: ${lineOf(value)}`).join('\n'),
}

/** The inverse of readValue; empty for an unknown value. */
export function writeValue({ kind }: FieldKind, value: FieldValue): string {
  return value === null ? '' : (writers[kind] as (value: FieldValue) => string)(value)
}

function shortText(text: string, max: number): string {
  if (text.length > max) throw new Mistake(`Admite hasta ${max.toLocaleString('es-AR')} caracteres.`)
  if (text.includes('\0') || !text.isWellFormed()) throw new Mistake('Tiene caracteres que no se admiten.')
  return text
}

function imageIn(text: string, max?: number): string {
  if (!imageAddress.test(max === undefined ? text : shortText(text, max)))
    throw new Mistake('Debe empezar con https:// o con /img/.')
  return text
}

function centsIn(text: string, max: number): number {
  const decimal = readDecimal(text)
  if (decimal === null)
    throw new Mistake('No es un precio: escribilo como 1234,56 o 1.234,56, con dos decimales como mucho.')
  const cents = toCents(decimal)
  if (cents === null || decimal > max) throw new Mistake(`El máximo es ${max.toLocaleString('es-AR')}.`)
  if (cents <= 0) throw new Mistake(pricedAtNothing)
  return cents
}

function numberIn(text: string, { max, unit }: FieldKind & { kind: 'number' }): number {
  const digits = /^\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text
  if (!/^\d+$/.test(digits)) throw new Mistake(`Escribí un número entero de ${unit}, desde 0.`)
  if (Number(digits) > max) throw new Mistake(`El máximo es ${max.toLocaleString('es-AR')}.`)
  return Number(digits)
}

/** Reads '10,5', '10,5 %' and '21%'. */
function rateIn(text: string, { max, among }: FieldKind & { kind: 'rate' }): number {
  const percent = readDecimal(text.replace(/ ?%$/, ''))
  const rate = percent === null ? null : toCents(percent)
  const [all, most] = [among?.map(percentText).join(' o '), percentText(max)]
  if (all !== undefined && !among?.some((one) => one === rate)) throw new Mistake(`Escribí ${all}, en por ciento.`)
  if (rate === null || rate < 0 || rate > max) throw new Mistake(`Escribí un por ciento de 0 a ${most}, como 10,5.`)
  return rate
}

/** 1050 is `10,5`. */
export function percentText(rate: number): string {
  return String(rate / 100).replace('.', ',')
}

const yesWords = ['sí', 'si', 's', 'yes', 'y', 'true', 'verdadero', 'activo', 'x', '1']
const noWords = ['no', 'n', 'false', 'falso', 'inactivo', '0']

function yesNoIn(text: string): boolean {
  const word = text.toLocaleLowerCase('es')
  if (!yesWords.includes(word) && !noWords.includes(word)) throw new Mistake('Escribí «sí» o «no».')
  return yesWords.includes(word)
}

function skuIn(text: string, { max }: { max: number }): string {
  if (!skuText.test(text)) throw new Mistake(skuRule)
  return shortText(text, max)
}

/** Spreadsheets put spaces and hyphens between the digits. */
function eanIn(text: string): string {
  const digits = text.replace(/[\s-]/g, '')
  if (!isEan(digits)) throw new Mistake(eanRule)
  return digits
}

function attributesIn(text: string): EnteredAttributes {
  const rows = linesOf(text).map((line): [string, string | null] => {
    const [, key = '', value = ''] = /^([a-z0-9-]+):(.*)$/s.exec(line) ?? []
    if (!key || !value.trim()) throw new Mistake('Cada línea es «clave: valor».')
    return [key, isNone(value) ? null : shortText(unlined(value).trim(), attributeLimits.value)]
  })
  return Object.fromEntries(rows)
}

function picturesIn(text: string): Picture[] {
  const pictures = linesOf(text).map((line) => {
    const [url = '', ...alt] = line.split(' ')
    return { url: imageIn(url), alt: shortText(unlined(alt.join(' ')).trim(), galleryLimits.alt) }
  })
  if (pictures.length > galleryLimits.pictures) throw new Mistake(`Admite hasta ${galleryLimits.pictures} imágenes.`)
  if (new Set(pictures.map(({ url }) => url)).size < pictures.length) throw new Mistake('Hay una imagen repetida.')
  return pictures
}

function specsIn(text: string): ProductSpec[] {
  const specs = linesOf(text).map((line) => {
    const [, name = '', value = ''] = /^((?:\\.|[^\\:])+):(.*)$/s.exec(line) ?? []
    if (!name.trim() || !value.trim()) throw new Mistake('Cada línea es «Característica: valor».')
    return {
      name: shortText(unlined(name).trim(), specLimits.name),
      value: shortText(unlined(value).trim(), specLimits.value),
    }
  })
  if (specs.length > specLimits.rows) throw new Mistake(`Admite hasta ${specLimits.rows} características.`)
  if (new Set(specs.map(({ name }) => name.toLocaleLowerCase('es'))).size < specs.length)
    throw new Mistake('Hay una característica repetida.')
  return specs
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function lineOf(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

function unlined(line: string): string {
  return line.replace(/\\([\\:rn])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))
}
