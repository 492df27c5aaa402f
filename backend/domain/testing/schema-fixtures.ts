// For tests: attributes of a schema.
import type { Attribute } from '#backend/domain/product/schema/schema.limits.ts'

/** Of free texts, and comparable, unless the parts say otherwise. */
export function attribute(key: string, parts: Partial<Attribute> = {}) {
  return {
    ...{ key, label: key, kind: 'text' as const, unit: '', aliases: [] as string[], choices: [] as string[] },
    ...{ steps: [] as number[], isRequired: false, filter: null, isComparable: true, role: null },
    ...(parts as object),
  } as { -readonly [Field in keyof Attribute]: Attribute[Field] } & {
    aliases: string[]
    choices: string[]
    steps: number[]
  }
}
