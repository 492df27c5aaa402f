// The schema of a category: which attributes its products have, how each is read, filtered and compared.

export const attributeKinds = {
  choice: 'Una opción',
  list: 'Varias opciones',
  number: 'Número',
  yesNo: 'Sí o no',
  text: 'Texto',
} as const
export type AttributeKind = keyof typeof attributeKinds

/** values: a chip for each value; atLeast, atMost: a chip for each step of a number. */
export const attributeFilters = {
  values: 'Por cada valor',
  atLeast: 'Desde cada escalón',
  atMost: 'Hasta cada escalón',
} as const
export type AttributeFilter = keyof typeof attributeFilters

/**
 * `key`: permanent, as is the kind. `aliases`: further names of spec rows and file columns. `unit`: of a number, may be
 * empty. `choices`: permitted values; empty: any. `steps`: ascending. `role`: what the builder takes the value for.
 */
export type Attribute = {
  key: string
  label: string
  kind: AttributeKind
  aliases: readonly string[]
  unit: string
  choices: readonly string[]
  steps: readonly number[]
  isRequired: boolean
  filter: AttributeFilter | null
  isComparable: boolean
  role: string | null
}
export type Schema = readonly Attribute[]

export const schemaLimits = {
  attributes: 40,
  key: 40,
  label: 80,
  aliases: 10,
  unit: 12,
  choices: 60,
  choice: 80,
  steps: 12,
  number: 1_000_000_000,
} as const

/** Also of a role. */
export const keyText = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export const schemaColumns = {
  key: 'Clave',
  label: 'Nombre',
  kind: 'Tipo',
  aliases: 'También se llama',
  unit: 'Unidad',
  choices: 'Opciones',
  steps: 'Escalones',
  filter: 'Filtro',
  role: 'Papel en el armador',
} as const
export type SchemaProblem = { row: number; field: keyof typeof schemaColumns; message: string }

/** Names are compared in lower case without accents and signs: 'Tasa de refresco:' is 'tasaderefresco'. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Mistakes between and within attributes; the shape is the contract's. */
export function schemaProblems(schema: Schema): SchemaProblem[] {
  return schema.flatMap((attribute, row) =>
    wrongIn(attribute, schema.slice(0, row)).map(({ field, message }) => ({
      row,
      field,
      message: `${attribute.label || `Fila ${row + 1}`}, ${schemaColumns[field]}: ${message}`,
    })),
  )
}

function wrongIn(attribute: Attribute, earlier: Schema): Omit<SchemaProblem, 'row'>[] {
  const { key, label, aliases, kind, unit, choices, steps, filter } = attribute
  const found: (Omit<SchemaProblem, 'row'> | false)[] = [
    !keyText.test(key) && { field: 'key', message: 'minúsculas, números y guiones, empezando con una letra.' },
    earlier.some((other) => other.key === key) && { field: 'key', message: 'ya está en otra fila.' },
    plainName(label) === '' && { field: 'label', message: 'falta este dato.' },
    ...([label, ...aliases].map((name, at) => {
      const taken = earlier.find((other) => [other.label, ...other.aliases].some((one) => isSameName(one, name)))
      return (
        taken !== undefined && { field: at === 0 ? 'label' : 'aliases', message: `«${name}» ya es ${taken.label}.` }
      )
    }) as (Omit<SchemaProblem, 'row'> | false)[]),
    kind !== 'number' && unit !== '' && { field: 'unit', message: 'solo la lleva un número.' },
    kind !== 'number' && steps.length > 0 && { field: 'steps', message: 'solo los lleva un número.' },
    steps.some((step, at) => at > 0 && step <= (steps[at - 1] ?? 0)) && {
      field: 'steps',
      message: 'de menor a mayor, sin repetir.',
    },
    !isChosen(kind) && choices.length > 0 && { field: 'choices', message: 'solo las lleva un tipo con opciones.' },
    new Set(choices.map(plainName)).size < choices.length && { field: 'choices', message: 'hay una repetida.' },
    (filter === 'atLeast' || filter === 'atMost') &&
      steps.length === 0 && { field: 'filter', message: 'necesita los escalones de un número.' },
    filter !== null && kind === 'text' && { field: 'filter', message: 'un texto libre no se filtra.' },
  ]
  return found.filter((one) => one !== false)
}

export const isChosen = (kind: AttributeKind) => kind === 'choice' || kind === 'list'
const isSameName = (one: string, other: string) => plainName(one) === plainName(other)
