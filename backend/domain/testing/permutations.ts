/** Each order of the items, once: equal ones are not told apart. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return [...new Set(items)].flatMap((first) =>
    permutations(items.toSpliced(items.indexOf(first), 1)).map((rest) => [first, ...rest]),
  )
}
