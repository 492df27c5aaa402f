// How a rule can be brought in before all of the house obeys it: what breaks it today is counted, and the count may only fall.
import type { Rule, Violation } from './source-file.ts'

export interface KnownException {
  readonly rule: Rule
  /** A file, or a folder for a rule about folders. */
  readonly path: string
  /** How many violations of the rule there are. */
  readonly count: number
}

/** `found` without what `known` lists. A path with more violations than listed keeps all of them; one with fewer is asked to lower its count. */
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
