// The shop's one list of synonyms.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { SynonymsEvent } from './synonyms.events.ts'

/** Null: never changed, so the standard list holds. */
export type SynonymsState = readonly string[] | null
export type SynonymsCommand = { type: 'ChangeSynonyms'; lines: readonly string[] }

export const synonyms: Decider<SynonymsState, SynonymsCommand, SynonymsEvent, 'synonyms'> = {
  category: 'synonyms',
  initial: null,
  evolve: (_, { data }) => data.lines,
  decide(state, { lines }) {
    if (state && JSON.stringify(state) === JSON.stringify(lines)) return []
    return [{ type: 'SynonymsChanged', data: { lines: [...lines] } }]
  },
  books: { openedBy: ['SynonymsChanged'] },
}
