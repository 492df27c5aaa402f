// A stream of settings, whose events hold all of them.
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'

type Changed = { type: string; data: { revision: number } }
/** `seen`: the revision that the caller edited. */
export type SettingsCommand<Name extends string, Settings> = { type: Name; seen: number; settings: Settings }

/** `first`: before any change, as revision 0. */
export function settingsOf<Event extends Changed, Name extends string, Category extends string>(of: {
  category: Category
  event: Event['type']
  first: Omit<Event['data'], 'revision'>
  refusal: RejectionCode
}): Decider<Event['data'], SettingsCommand<Name, Omit<Event['data'], 'revision'>>, Event, Category> {
  return {
    category: of.category,
    initial: { ...of.first, revision: 0 },
    evolve: (_, { data }) => data,
    /** Ignores what is so already. Throws the refusal if the revision differs. */
    decide(state, { seen, settings }) {
      const { revision } = state
      if (contentOf(state) === contentOf({ ...settings, revision })) return []
      if (seen !== revision) throw new Rejection(of.refusal)
      return [{ type: of.event, data: { ...settings, revision: revision + 1 } } as Event]
    },
    snapshots: { types: [of.event] },
  }
}

/** In one order of fields. */
function contentOf(settings: object): string {
  return JSON.stringify(settings, (_, value: unknown) =>
    value instanceof Object && !Array.isArray(value) ? Object.fromEntries(sorted(Object.entries(value))) : value,
  )
}

function sorted(fields: [string, unknown][]): [string, unknown][] {
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
}
