import { z } from 'zod'
import { namesOf, synonymsLimits } from './synonyms.limits.ts'

const line = z
  .string()
  .trim()
  .max(synonymsLimits.line)
  .refine((text) => namesOf(text).length > 1, 'Cada línea lleva al menos dos nombres, separados por comas.')
  .refine((text) => namesOf(text).every((name) => /[\p{L}\p{N}]/u.test(name)), 'Cada nombre lleva letras o números.')

export const changedSynonyms = z.object({
  lines: z.array(line).max(synonymsLimits.lines),
  /** The edited version; refuses the change if outdated. */
  seen: z.array(z.string().max(synonymsLimits.line)).max(synonymsLimits.lines).optional(),
})

export const synonymsAnswer = z.object({ lines: z.array(z.string()) })
