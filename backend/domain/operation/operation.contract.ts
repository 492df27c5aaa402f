// What may be asked of the machinery over the wire.
import { z } from 'zod'
import { type Act, acts } from './operation.limits.ts'

const reason = 'Escribí el motivo: queda en el registro.'
type Needed = readonly (readonly ['key' | 'position' | 'reason', string])[]
const missing: Partial<Record<Act, Needed>> = {
  skip: [
    ['key', 'Falta este dato.'],
    ['position', 'Falta este dato.'],
    ['reason', reason],
  ],
  'drop-job': [['reason', reason]],
}

/**
 * name: of a projection or reactor, or all; of a failed job its queue. key and position: as the list of dead letters shows them, or key the id of
 * the job; reason: why one is skipped or dropped.
 */
export const operationRequest = z
  .object({
    act: z.enum(acts, 'No es algo que se pueda pedir.'),
    name: z.string().min(1).max(60),
    key: z.string().min(1).max(500).optional(),
    position: z.int().positive().optional(),
    reason: z.string().trim().min(1, reason).max(500).optional(),
  })
  .superRefine((asked, context) => {
    const isOfJob = asked.act === 'retry-job' || asked.act === 'drop-job'
    if (isOfJob && !z.uuid().safeParse(asked.key).success)
      context.addIssue({ code: 'custom', path: ['key'], message: 'Falta este dato.' })
    for (const [field, message] of missing[asked.act] ?? [])
      if (asked[field] === undefined) context.addIssue({ code: 'custom', path: [field], message })
  })

export const operationId = z.object({ id: z.uuid() })
