export type Change = { path: string; before?: unknown; after?: unknown }

export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)))
    .map((path) => ({
      path,
      ...(old.has(path) && { before: old.get(path) }),
      ...(now.has(path) && { after: now.get(path) }),
    }))
}

/** Identifies a spec by its name, whatever its place in the list. */
export const sheetPath = 'specs'

function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (path === sheetPath && isSheet(value)) return new Map(value.map((row) => [`${path}.${row.name}`, row.value]))
  if (!isBranch(value)) return new Map([[path, value]])
  return new Map(
    entriesOf(value).flatMap(([name, inner]) => [...leavesOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

function isSheet(value: unknown): value is { name: string; value: string }[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isBranch(row) && 'name' in row)
}

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

export function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value)
}
