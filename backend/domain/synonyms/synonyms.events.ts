// Facts about search synonyms, as stored. Names and shapes are permanent.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const synonymsEvents = {
  /** The whole list: one meaning per line, names separated by commas. */
  SynonymsChanged: defineEvent('SynonymsChanged', z.object({ lines: z.array(z.string()) })),
}
export type SynonymsEvent = EventOf<typeof synonymsEvents>
