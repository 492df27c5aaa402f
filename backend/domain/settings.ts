// A stream of settings, whose events hold all of them.
import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'

type Changed = { type: string; data: { revision: number } }
type SettingsIn<Event extends Changed> = Omit<Event['data'], 'revision'>
/** `seen`: the revision that the caller edited. `settings`: those that change, at least. */
type SettingsCommand<Event extends Changed, Name extends string> = {
  type: Name
  seen: number
  settings: Partial<SettingsIn<Event>>
}

/** `first`: before any change, as revision 0. `events`: by the command that they follow of. */
export function settingsOf<Event extends Changed, Name extends string, Category extends string>(of: {
  category: Category
  first: SettingsIn<Event>
  events: Readonly<Record<Name, Event['type']>>
}): Decider<Event['data'], SettingsCommand<Event, Name>, Event, Category> {
  return {
    category: of.category,
    initial: { ...of.first, revision: 0 },
    evolve: (_, { data }) => data,
    /** Ignores what is so already. Throws Rejection settings_changed if the revision differs. */
    decide(state, { type, seen, settings }) {
      const wanted = { ...state, ...settings }
      if (isSameContent(state, wanted)) return []
      if (seen !== state.revision) throw new Rejection('settings_changed')
      return [{ type: of.events[type], data: { ...wanted, revision: seen + 1 } } as Event]
    },
    snapshots: { types: Object.values(of.events) },
  }
}
