import { z } from 'zod'
import { keysOf, textUpTo } from '#backend/domain/list.contract.ts'
import { catalogueLimits } from '#backend/domain/product/product.limits.ts'
import { attributeFilters, attributeKinds, keyText, schemaLimits, schemaProblems } from './schema.limits.ts'

const { attributes, key, label, aliases, unit, choices, choice, steps, number } = schemaLimits

const attribute = z.strictObject({
  key: z.string().max(key),
  label: textUpTo(label),
  kind: keysOf(attributeKinds),
  aliases: z.array(textUpTo(label)).max(aliases),
  unit: z.string().trim().max(unit),
  choices: z.array(textUpTo(choice)).max(choices),
  steps: z.array(z.number().min(0).max(number)).max(steps),
  isRequired: z.boolean(),
  filter: keysOf(attributeFilters).nullable(),
  isComparable: z.boolean(),
  role: z.string().max(key).regex(keyText).nullable(),
})

/** `revision`: as the admin saw it; 0: the category has no schema yet. */
export const changedSchema = z.object({
  category: textUpTo(catalogueLimits.category),
  revision: z.int().min(0),
  attributes: z
    .array(attribute)
    .max(attributes, `Admite hasta ${attributes} propiedades.`)
    .superRefine((rows, context) => {
      for (const { row, field, message } of schemaProblems(rows))
        context.addIssue({ code: 'custom', path: [row, field], message })
    }),
})

export const categorySchema = z.object({
  category: z.string(),
  revision: z.int(),
  attributes: z.array(attribute),
})
export type CategorySchema = z.output<typeof categorySchema>

/** A row for each category that has a schema, in their order. */
export const schemasAnswer = z.object({ schemas: z.array(categorySchema) })
