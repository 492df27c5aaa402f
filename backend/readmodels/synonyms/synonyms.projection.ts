// Projects the search's synonyms: one row, after an admin's first change.

import { synonymsEvents } from '#backend/domain/synonyms/synonyms.events.ts'
import { synonymsId } from '#backend/domain/synonyms/synonyms.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const synonymsProjection = defineProjection(synonymsEvents, {
  name: 'synonyms',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), lines: jsonb<string[]>() },
  streams: () => [`synonyms-${synonymsId}`],
  keys: () => [{ id: synonymsId }],
  evolve: (_, event) => ({ id: synonymsId, lines: event.data.lines }),
})
