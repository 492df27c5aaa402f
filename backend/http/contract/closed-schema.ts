// Closed contracts: unknown fields are refused as a mistake or an attack.
import { z } from 'zod'

type Schema = z.core.$ZodType

export function closed<S extends Schema>(schema: S): S {
  return close(schema as unknown as z.core.$ZodTypes) as unknown as S
}

function close(schema: z.core.$ZodTypes): Schema {
  const { def } = schema._zod
  const copy = (inner: object) => z.core.clone<Schema>(schema, { ...def, ...inner })
  switch (def.type) {
    case 'object':
      return copy({
        shape: Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, closed(inner)])),
        catchall: def.catchall ?? z.never(),
      })
    case 'array':
      return copy({ element: closed(def.element) })
    case 'union':
      return copy({ options: def.options.map(closed) })
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return copy({ innerType: closed(def.innerType) })
    case 'pipe':
      return copy({ in: closed(def.in) })
    case 'intersection':
    case 'lazy':
      throw new Error(`A contract cannot be closed through ${def.type}: say it with one object.`)
    default:
      return schema
  }
}
