// Generates requests from the routes' schemas: mostly valid values, some invalid.
import fc from 'fast-check'
import { z } from 'zod'
import type { Route } from '#backend/http/contract/routes.ts'

export type OddRequest = { route: Route; url: string; text: string | undefined }

type Schema = {
  [Key in 'const' | 'enum' | 'type' | 'format' | 'pattern']?: unknown
} & {
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

const long = ['x'.repeat(300), 'x'.repeat(9000)]
const marks = ['', ' ', '\0', 'a\0b', '\ud800', '\udfff', '%', '_', '\\', '\u202e', "'; --"]
const texts = [...marks, '__proto__', 'NaN', ...long]
const oddText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 40 }))
const oddNumber = fc.constantFrom(0, -0, -1, 1.5, 1.005, 1e308, -1e308, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 4711)
const deep = JSON.parse('['.repeat(9) + ']'.repeat(9))
const oddThing = fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { id: 1 }, Array(500).fill(1), deep)
const oddValue = fc.oneof(oddText, oddNumber, oddThing, fc.jsonValue({ maxDepth: 3 }))

/** One of so many values is invalid. */
const oddness = 14

/** `other`: once in so many times. */
export function mostly<T, U>(times: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: other })
}

/** `ids`: numbers that exist in the shop. */
export function oddRequests(routes: readonly Route[], ids: readonly number[]): fc.Arbitrary<OddRequest> {
  return fc.oneof(...routes.map((route) => oddRequest(route, ids)))
}

function oddRequest(route: Route, ids: readonly number[]): fc.Arbitrary<OddRequest> {
  const schemaOf = (part: string) => route.contracts.find((contract) => contract.part === part)?.schema
  const valuesOf = (schema: z.ZodType | undefined) =>
    schema ? oddOrFitting(z.toJSONSchema(schema, { io: 'input' }) as Schema, ids) : fc.constant({})
  const id = mostly(10, fc.constantFrom(...ids).map(String), fc.oneof(oddText, oddNumber.map(String)))
  const parts = fc.record({ id, query: valuesOf(schemaOf('query')), body: valuesOf(schemaOf('json')) })
  return parts.map(({ id: named, query, body }) => ({
    route,
    url: route.path.replace(/:\w+/, encodeURIComponent(named.toWellFormed() || ' ')) + searchOf(query),
    text: route.method === 'GET' ? undefined : (JSON.stringify(body) ?? ''),
  }))
}

function searchOf(asked: unknown): string {
  if (typeof asked !== 'object' || asked === null) return ''
  const entries = Object.entries(asked).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
  ])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`
}

function oddOrFitting(schema: Schema, ids: readonly number[]): fc.Arbitrary<unknown> {
  return mostly(oddness, fittingValue(schema, ids), oddValue)
}

function fittingValue(schema: Schema, ids: readonly number[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => oddOrFitting(option, ids)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, ids)
    case 'array':
      return fc.array(oddOrFitting(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'integer':
    case 'number':
      return numberOf(schema, ids)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return oddValue
  }
}

function objectOf({ properties = {}, required = [] }: Schema, ids: readonly number[]): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, oddOrFitting(inner, ids)]))
  const whole = fc.record(model, { requiredKeys: required })
  const strange = fc.tuple(whole, oddText, oddValue).map(([body, name, value]) => ({ ...body, [name]: value }))
  return mostly(41, whole, strange)
}

function numberOf({ type, minimum = 0, maximum = 1_000_000 }: Schema, ids: readonly number[]): fc.Arbitrary<unknown> {
  const [min, max] = [Math.ceil(minimum), Math.min(maximum, 2 ** 40)]
  const within = fc.oneof(fc.integer({ min, max: Math.min(min + 5, max) }), fc.integer({ min, max }))
  const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100)
  return type === 'number' ? fc.oneof(within, price) : mostly(5, fc.constantFrom(...ids), within)
}

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  const known = fc.constantFrom('1', '2', '5', 'a', 'Ana', 'Teclado', 'name', 'x@gamertech.test', '/img/a.png', '/home')
  if (typeof pattern !== 'string') return fc.oneof(free, known)
  const fits = new RegExp(pattern, 'u')
  const fitted = known.map((text) => (fits.test(text) ? text : (fitting.find((one) => fits.test(one)) ?? text)))
  return mostly(4, fitted, free)
}

const fitting = ['1', 'Persona', 'nueva@gamertech.test', 'una clave nueva', '/img/a.png', 'x'.repeat(43)]
