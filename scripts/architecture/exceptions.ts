// Introduces a rule before the whole house obeys it: known violations are counted, and counts may only fall.
import type { Rule, Violation } from './source-file.ts'

export interface KnownException {
  readonly rule: Rule
  readonly path: string
  readonly count: number
}

/** `found` without the listed violations. A path above its count keeps all of them; one below must lower its count. */
export function withoutKnown(found: readonly Violation[], known: readonly KnownException[]): Violation[] {
  const isOf =
    ({ rule, path }: KnownException) =>
    (each: Violation) =>
      each.rule === rule && each.path === path
  const isKnown = (each: Violation) =>
    known.some((exception) => isOf(exception)(each) && found.filter(isOf(exception)).length <= exception.count)
  const outdated = known.flatMap((exception): Violation[] => {
    const { rule, path, count } = exception
    const now = found.filter(isOf(exception)).length
    if (now >= count) return []
    const problem = `${rule}: scripts/architecture/known-exceptions.ts lists ${count}, there ${now === 1 ? 'is' : 'are'} ${now}: ${now === 0 ? 'delete its line' : 'lower it'}`
    return [{ rule: 'known exceptions', path, line: 1, problem }]
  })
  return [...found.filter((each) => !isKnown(each)), ...outdated]
}
