// What may come over the wire about many products at once.
import { z } from 'zod'
import { pageNumber } from '#backend/domain/list.contract.ts'
import { longestSearch } from '#backend/domain/list.limits.ts'
import { type PanelState, panelStates } from '#backend/domain/panel-lists.limits.ts'
import { type BatchPart, batchLimits, batchParts, type Rounding, roundings } from './batch.limits.ts'

const reason = z.string().trim().min(1, 'Escribí el motivo: queda en el registro.').max(batchLimits.reason)
const hasTwoDecimals = (value: number) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6

export const batchId = z.object({ id: z.uuid() })
export const batchFile = z.object({ file: z.instanceof(File, { error: 'Elegí un archivo CSV.' }) })

/** Products named one by one, or all that a filter lets through. */
export const batchPrices = z
  .object({
    rule: z
      .object({
        by: z.enum(['percent', 'amount']),
        value: z
          .number()
          .min(-batchLimits.amount)
          .max(batchLimits.amount)
          .refine(hasTwoDecimals, 'Admite hasta dos decimales.')
          .refine((value) => value !== 0, 'Con cero no cambia nada.'),
        rounding: z.enum(Object.keys(roundings) as [Rounding, ...Rounding[]]),
      })
      .refine(({ by, value }) => by === 'amount' || Math.abs(value) <= 1000, {
        path: ['value'],
        message: 'Como mucho 1.000 %.',
      }),
    ids: z.array(z.int().positive()).min(1).max(batchLimits.ids).optional(),
    filter: z
      .object({
        category: z.string().trim().min(1).max(batchLimits.filter).optional(),
        brand: z.string().trim().min(1).max(batchLimits.filter).optional(),
        q: z.string().trim().max(longestSearch).optional(),
        state: z
          .enum(Object.keys(panelStates.products) as [PanelState<'products'>, ...PanelState<'products'>[]])
          .optional(),
      })
      .optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Elegí productos, o un filtro.',
  })

/** at: when, for a change that is to wait. */
export const batchBegin = z.object({ reason, at: z.iso.datetime({ offset: true }).optional() })
export const batchUndo = z.object({ reason })

export const batchRows = z.object({
  part: z.enum(Object.keys(batchParts) as [BatchPart, ...BatchPart[]]),
  page: pageNumber.optional(),
})
