import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { SynonymsEvent } from './synonyms.events.ts'

export type SynonymsState = readonly string[] | null
/** `seen`: the list as shown; absent: replaces any. */
export type SynonymsCommand = { type: 'ChangeSynonyms'; lines: readonly string[]; seen?: readonly string[] | undefined }

export const synonyms: Decider<SynonymsState, SynonymsCommand, SynonymsEvent, 'synonyms'> = {
  category: 'synonyms',
  initial: null,
  evolve: (_, { data }) => data.lines,
  decide(state, { lines, seen }) {
    if (state && isSameContent(state, lines)) return []
    // Before the first change the shown list is the standard one.
    if (state && seen && !isSameContent(state, seen)) throw new Rejection('synonyms_changed', { lines: [...state] })
    return [{ type: 'SynonymsChanged', data: { lines: [...lines] } }]
  },
  snapshots: { types: ['SynonymsChanged'] },
}
