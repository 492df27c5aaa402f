// Facts about what people call things by another name, as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const synonymsEvents = {
  /** The whole list from now on: a line a meaning, its names separated by commas. */
  SynonymsChanged: defineEvent('SynonymsChanged', z.object({ lines: z.array(z.string()) })),
}
export type SynonymsEvent = EventOf<typeof synonymsEvents>
