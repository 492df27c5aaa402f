import { z } from 'zod'
import { each, inCents, keysOf, pageNumber, panelPage, textUpTo } from '#backend/domain/list.contract.ts'
import { fileColumn as column } from '#backend/domain/product/product.contract.ts'
import { catalogueLimits } from '#backend/domain/product/product.limits.ts'
import { keyText, schemaLimits } from '#backend/domain/product/schema/schema.limits.ts'
import { longestSearch, panelStates } from '#backend/domain/views/panel-lists.limits.ts'
import { batchKinds, batchLimits, batchParts, batchStates, roundings } from './batch.limits.ts'

const reason = z.string().trim().min(1, 'Escribí el motivo: queda en el registro.').max(batchLimits.reason)

export const batchId = z.object({ id: z.uuid() })
export const batchFile = z.object({ file: z.instanceof(File, { error: 'Elegí un archivo CSV.' }) })

export const batchPrices = z
  .object({
    rule: z
      .object({
        by: z.enum(['percent', 'amount']),
        value: inCents(z.number().min(-batchLimits.amount).max(batchLimits.amount)).refine(
          (value) => value !== 0,
          'Con cero no cambia nada.',
        ),
        rounding: keysOf(roundings),
      })
      .refine(({ by, value }) => by === 'amount' || Math.abs(value) <= 1000, {
        path: ['value'],
        message: 'Como mucho 1.000 %.',
      }),
    ids: z.array(z.int().positive()).min(1).max(batchLimits.ids).optional(),
    filter: z
      .object({
        category: textUpTo(batchLimits.filter).optional(),
        brand: textUpTo(batchLimits.filter).optional(),
        q: z.string().trim().max(longestSearch).optional(),
        state: keysOf(panelStates.products).optional(),
      })
      .optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Elegí productos, o un filtro.',
  })

/** `from`: an attribute's label or key, or the name of a free row; `to`: the key of the new attribute. */
export const batchConversion = z.object({
  category: textUpTo(catalogueLimits.category),
  from: textUpTo(schemaLimits.label),
  to: z.string().max(schemaLimits.key).regex(keyText),
})

export const batchBegin = z.object({ reason, at: z.iso.datetime({ offset: true }).optional() })
export const batchUndo = z.object({ reason })

export const batchRows = z.object({
  part: keysOf(batchParts),
  page: pageNumber,
})

const itemKinds = ['create', 'change', 'same', 'wrong'] as const
const itemStates = ['planned', 'done', 'failed', 'undone', 'kept'] as const
export const itemCounts = z.object(each([...itemKinds, ...itemStates], z.int()))
export type ItemCounts = z.output<typeof itemCounts>

export const batchAnswer = z.object({
  id: z.uuid(),
  kind: keysOf(batchKinds),
  state: keysOf(batchStates),
  /** The name of the person who asked for it, if the caller may know it. */
  by: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  file: z
    .object({
      separator: z.enum(['punto y coma', 'coma', 'tabulación']),
      encoding: z.enum(['utf-8', 'windows-1252', 'utf-16le']),
      header: z.array(z.string()),
      columns: z.partialRecord(column, z.int().optional()),
      sample: z.array(z.array(z.string())),
    })
    .nullable(),
  rule: z.object({ by: z.enum(['percent', 'amount']), value: z.number(), rounding: keysOf(roundings) }).nullable(),
  stopAsked: z.boolean(),
  counts: itemCounts,
  scheduledFor: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type BatchView = z.output<typeof batchAnswer>
export const batchesAnswer = z.object({ batches: z.array(batchAnswer), brands: z.array(z.string()) })

const item = z.object({
  /** A row of the file, or the place in the list. */
  row: z.int(),
  kind: z.enum(itemKinds),
  state: z.enum(itemStates),
  productId: z.int().nullable(),
  name: z.string(),
  /** Changed cells; `before` is null for a new product. */
  fields: z.array(z.object({ column, before: z.string().nullable(), after: z.string() })),
  errors: z.array(z.object({ column, message: z.string() })),
  message: z.string().nullable(),
})
export type ItemView = z.output<typeof item>
export type ItemState = ItemView['state']
export const batchRowsAnswer = panelPage(item)
