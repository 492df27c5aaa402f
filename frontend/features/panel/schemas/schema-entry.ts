// Attributes as an admin types them: lists are texts separated by commas.
import type { Attribute, AttributeFilter, AttributeKind } from '#backend/domain/product/schema/schema.limits.ts'

export type AttributeEntry = {
  key: string
  label: string
  kind: AttributeKind
  aliases: string
  unit: string
  choices: string
  steps: string
  filter: AttributeFilter | ''
  role: string
  isRequired: boolean
  isComparable: boolean
  /** Its key and kind are in use and stay. */
  isKept: boolean
}

export const blankAttribute: AttributeEntry = {
  ...{ key: '', label: '', kind: 'text', aliases: '', unit: '', choices: '', steps: '', filter: '', role: '' },
  ...{ isRequired: false, isComparable: true, isKept: false },
}

export function entryOf(attribute: Attribute): AttributeEntry {
  const { aliases, choices, steps, filter, role, ...plain } = attribute
  const numbers = steps.map((step) => String(step).replace('.', ','))
  const texts = { aliases: aliases.join(', '), choices: choices.join(', '), steps: numbers.join('; ') }
  return { ...plain, ...texts, filter: filter ?? '', role: role ?? '', isKept: true }
}

/** Steps that are no numbers stay as NaN, which the shop refuses by their row. */
export function readEntries(entries: readonly AttributeEntry[]) {
  return entries.map(({ aliases, choices, steps, filter, role, ...row }) => ({
    ...{ key: row.key.trim(), label: row.label.trim(), kind: row.kind, unit: row.unit.trim() },
    ...{ isRequired: row.isRequired, isComparable: row.isComparable },
    aliases: partsOf(aliases, ','),
    choices: partsOf(choices, ','),
    steps: partsOf(steps, ';').map((step) => Number(step.replace(',', '.'))),
    filter: filter || null,
    role: role.trim() || null,
  }))
}

function partsOf(text: string, sign: string): string[] {
  const parts = text.split(sign).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/** 'Tasa de refresco' -> tasa-de-refresco. */
export function keyFor(label: string): string {
  return label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 40)
}
