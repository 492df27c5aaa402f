// What may be asked of the machinery over the wire.
import { z } from 'zod'
import { acts } from './operation.limits.ts'

const reason = 'Escribí el motivo: queda en el registro.'

/** name: of a projection or reactor, or all. key and position: as the list of dead letters shows them; reason: why one is skipped. */
export const operationRequest = z
  .object({
    act: z.enum(acts, 'No es algo que se pueda pedir.'),
    name: z.string().min(1).max(60),
    key: z.string().min(1).max(500).optional(),
    position: z.int().positive().optional(),
    reason: z.string().trim().min(1, reason).max(500).optional(),
  })
  .superRefine((asked, context) => {
    if (asked.act !== 'skip') return
    for (const [field, message] of [
      ['key', 'Falta este dato.'],
      ['position', 'Falta este dato.'],
      ['reason', reason],
    ] as const)
      if (asked[field] === undefined) context.addIssue({ code: 'custom', path: [field], message })
  })

export const operationId = z.object({ id: z.uuid() })
