// Checks data against a shape without zod's copy, several times faster: replays check millions of events.
import type { z } from 'zod'

type Fits = (value: unknown) => boolean
type Shape = z.core.$ZodType

const known = new WeakMap<Shape, Fits>()

export function fits(shape: Shape, value: unknown): boolean {
  let own = known.get(shape)
  if (!own) {
    own = compiled(shape)
    known.set(shape, own)
  }
  return own(value)
}

function compiled(shape: Shape): Fits {
  const { def } = (shape as z.core.$ZodTypes)._zod
  if (def.type === 'number') return compiledNumber(def) ?? byZod(shape)
  if ((def.checks?.length ?? 0) > 0) return byZod(shape)
  switch (def.type) {
    case 'string':
      return 'check' in def ? byZod(shape) : (value) => typeof value === 'string'
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'enum': {
      const values: ReadonlySet<unknown> = new Set(Object.values(def.entries))
      return (value) => values.has(value)
    }
    case 'nullable': {
      const inner = compiled(def.innerType)
      return (value) => value === null || inner(value)
    }
    case 'array': {
      const element = compiled(def.element)
      return (value) => Array.isArray(value) && value.every(element)
    }
    case 'object':
      return compiledObject(def) ?? byZod(shape)
    default:
      return byZod(shape)
  }
}

function byZod(shape: Shape): Fits {
  return (value) => (shape as z.ZodType).safeParse(value).success
}

/** Returns undefined unless the shape is an integer, with or without a range. */
function compiledNumber(def: z.core.$ZodNumberDef): Fits | undefined {
  if (!('format' in def) || def.format !== 'safeint') return undefined
  let [least, most] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  for (const check of def.checks ?? []) {
    const bound = check._zod.def as z.core.$ZodCheckDef & { value?: unknown; inclusive?: boolean }
    if (typeof bound.value !== 'number' || !Number.isInteger(bound.value)) return undefined
    const beside = bound.inclusive ? 0 : 1
    if (bound.check === 'greater_than') least = Math.max(least, bound.value + beside)
    else if (bound.check === 'less_than') most = Math.min(most, bound.value - beside)
    else return undefined
  }
  return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

/** Returns undefined for an object with optional fields or an open catchall. */
function compiledObject({ shape, catchall }: z.core.$ZodObjectDef): Fits | undefined {
  const isStrict = catchall !== undefined
  if (isStrict && catchall._zod.def.type !== 'never') return undefined
  const fields = Object.entries(shape).map(([name, field]) => ({ name, isRight: compiled(field), field }))
  if (fields.some(({ field }) => field._zod.optin !== undefined)) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const { name, isRight } of fields) if (!isRight((value as Record<string, unknown>)[name])) return false
    if (!isStrict) return true
    let count = 0
    for (const _ in value) count++
    return count === fields.length
  }
}
