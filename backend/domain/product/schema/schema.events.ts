import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const attribute = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['choice', 'list', 'number', 'yesNo', 'text']),
  aliases: z.array(z.string()),
  unit: z.string(),
  choices: z.array(z.string()),
  steps: z.array(z.number()),
  isRequired: z.boolean(),
  filter: z.enum(['values', 'atLeast', 'atMost']).nullable(),
  isComparable: z.boolean(),
  role: z.string().nullable(),
})

export const schemaEvents = defineEvents({
  /** The whole list of the category's attributes, in the order of the spec sheet. */
  CategorySchemaChanged: z.object({
    category: z.string(),
    revision: z.int().positive(),
    attributes: z.array(attribute),
  }),
})
export type SchemaEvent = EventOf<typeof schemaEvents>
