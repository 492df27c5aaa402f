import type { Product } from '#frontend/api.ts'

export type ComparedRow = { name: string; values: string[]; isEqual: boolean }

export const unknownText = 'No indicado'

/** Attributes in the schema's order, then free rows that two products have in common. */
export function comparedRows(products: readonly Product[]): ComparedRow[] {
  const keyOf = ({ key, name }: Product['sheet'][number]) => key ?? `free ${name.toLocaleLowerCase('es')}`
  const told = products.map(({ sheet }) => new Map(sheet.map((row) => [keyOf(row), row])))
  const keys = [...new Set(told.flatMap((sheet) => [...sheet.keys()]))]
  return keys.flatMap((key) => {
    const rows = told.map((sheet) => sheet.get(key))
    const said = rows.filter((row) => row !== undefined && row.value !== null)
    const [first] = rows.filter((row) => row !== undefined)
    if (!first || first.isCompared === false || said.length === 0) return []
    if (first.key === null && said.length < 2) return []
    const values = rows.map((row) => row?.value ?? unknownText)
    return [{ name: first.name, values, isEqual: values.every((value) => value === values[0]) }]
  })
}
