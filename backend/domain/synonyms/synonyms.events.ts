import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const synonymsEvents = defineEvents({
  /** The whole list: one meaning per line, names separated by commas. */
  SynonymsChanged: z.object({ lines: z.array(z.string()) }),
})
export type SynonymsEvent = EventOf<typeof synonymsEvents>
