/** Compares as JSON, in any order of fields. */
export function isSameContent(one: unknown, other: unknown): boolean {
  return one === other || ordered(one) === ordered(other)
}

function ordered(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
