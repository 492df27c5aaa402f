// A state as text: an indented tree, and what changed between two.

/** Lines of `name: value`, what is inside deeper by two blanks; texts as they are. */
export function treeLines(value: unknown, indent = ''): string[] {
  if (!isBranch(value)) return [`${indent}${leaf(value)}`]
  return entriesOf(value).flatMap(([name, inner]) =>
    isBranch(inner) ? [`${indent}${name}:`, ...treeLines(inner, `${indent}  `)] : [`${indent}${name}: ${leaf(inner)}`],
  )
}

export type Change = { path: string; before?: unknown; after?: unknown }

/** Every leaf that is not the same; `before` or `after` is absent where there was or is none. */
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

/** '+ a.b: 2', '- a.b: 1' or '~ a.b: 1 → 2'. */
export function changeLine({ path, ...change }: Change): string {
  const name = path === '' ? '' : `${path}: `
  if (!('before' in change)) return `+ ${name}${leaf(change.after)}`
  if (!('after' in change)) return `- ${name}${leaf(change.before)}`
  return `~ ${name}${leaf(change.before)} → ${leaf(change.after)}`
}

function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (!isBranch(value)) return new Map([[path, value]])
  return new Map(
    entriesOf(value).flatMap(([name, inner]) => [...leavesOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value)
}

/** Nothing at all is said in words. */
function leaf(value: unknown): string {
  if (value === null || value === undefined) return 'nada'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
