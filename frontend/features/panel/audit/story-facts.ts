// Rebuilds an entity's state at a moment by applying each event's changes.
import type { AuditStory } from '#frontend/api.ts'

export type Fact = { name: string; was: string | null; now: string | null }

/** The facts after `count` rows, beside the facts after all rows. */
export function factsAt({ base, rows }: Pick<AuditStory, 'base' | 'rows'>, count: number): Fact[] {
  const [was, now] = [stateAfter(base, rows.slice(0, count)), stateAfter(base, rows)]
  const names = [...new Set([...now.keys(), ...was.keys()])]
  return names.map((name) => ({ name, was: was.get(name) ?? null, now: now.get(name) ?? null }))
}

function stateAfter(base: AuditStory['base'], rows: AuditStory['rows']): Map<string, string> {
  const facts = new Map(base.map(({ name, value }) => [name, value]))
  for (const { name, after } of rows.flatMap(({ changes }) => changes))
    if (after === null) facts.delete(name)
    else facts.set(name, after)
  return facts
}
