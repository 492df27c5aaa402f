// The calls about many products at once.
import { z } from 'zod'
import type { ItemView } from '#backend/batches/batch-items.ts'
import {
  type BatchKind,
  type BatchState,
  batchKinds,
  batchStates,
  type Rounding,
  roundings,
} from '#backend/domain/batch/batch.limits.ts'
import { type FileColumn, fileColumnNames } from '#backend/domain/product/product-fields.ts'
import type { BatchView } from '#backend/http/routes/panel/batch.routes.ts'
import type { Call } from './call.ts'

const moment = z.iso.datetime()
const column = z.enum(fileColumnNames as [FileColumn, ...FileColumn[]])
const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => z.enum(Object.keys(of) as [Key, ...Key[]])
const counted = z.object({
  create: z.int(),
  change: z.int(),
  same: z.int(),
  wrong: z.int(),
  planned: z.int(),
  done: z.int(),
  failed: z.int(),
  undone: z.int(),
  kept: z.int(),
})

const batch = z.object({
  id: z.uuid(),
  kind: keysOf<BatchKind>(batchKinds),
  state: keysOf<BatchState>(batchStates),
  by: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  file: z
    .object({
      separator: z.enum(['punto y coma', 'coma', 'tabulación']),
      encoding: z.enum(['utf-8', 'windows-1252', 'utf-16le']),
      header: z.array(z.string()),
      columns: z.partialRecord(column, z.int()),
      sample: z.array(z.array(z.string())),
    })
    .nullable(),
  rule: z
    .object({ by: z.enum(['percent', 'amount']), value: z.number(), rounding: keysOf<Rounding>(roundings) })
    .nullable(),
  stopAsked: z.boolean(),
  counts: counted,
  scheduledFor: moment.nullable(),
  createdAt: moment,
  endedAt: moment.nullable(),
}) satisfies z.ZodType<BatchView>

const item = z.object({
  row: z.int(),
  kind: z.enum(['create', 'change', 'same', 'wrong']),
  state: z.enum(['planned', 'done', 'failed', 'undone', 'kept']),
  productId: z.int().nullable(),
  name: z.string(),
  fields: z.array(z.object({ column, before: z.string().nullable(), after: z.string() })),
  errors: z.array(z.object({ column, message: z.string() })),
  message: z.string().nullable(),
}) satisfies z.ZodType<ItemView>

export const batchCalls: Readonly<Record<string, Call>> = {
  'GET /api/panel/batches': {
    does: 'What was last asked for many products at once, and the brands that a change of prices can choose.',
    returns: [200, z.object({ batches: z.array(batch), brands: z.array(z.string()) })],
  },
  'GET /api/panel/batches/:id': {
    does: 'One of them: what it is to do, how far it is, and what came of it.',
    returns: [200, batch],
    refuses: ['not_found'],
  },
  'GET /api/panel/batches/:id/rows': {
    does: 'A page of its rows: before and after of each product, or what is wrong.',
    returns: [200, z.object({ items: z.array(item), total: z.int(), page: z.int(), pages: z.int() })],
    refuses: ['not_found'],
  },
  'POST /api/panel/batches/file': {
    does: 'Takes a file of products and says what it would do; nothing follows of it before it is begun.',
    returns: [201, batch],
  },
  'POST /api/panel/batches/prices': {
    does: 'Says what a rule would do to the prices of products; nothing follows of it before it is begun.',
    returns: [201, batch],
    refuses: ['batch_refused'],
  },
  'POST /api/panel/batches/:id/columns': {
    does: 'Reads the file of a draft anew, with these columns.',
    returns: [200, batch],
    refuses: ['not_found', 'batch_refused'],
  },
  'POST /api/panel/batches/:id/begin': {
    does: 'Does what the draft says, at once or at a moment ahead.',
    returns: [200, batch],
    refuses: ['not_found', 'batch_refused'],
  },
  'POST /api/panel/batches/:id/cancel': {
    does: 'Keeps it from beginning, or stops it; what was done of it stays.',
    returns: [200, batch],
    refuses: ['not_found'],
  },
  'POST /api/panel/batches/:id/undo': {
    does: 'Makes each product what it was before, but for those that somebody changed since.',
    returns: [200, batch],
    refuses: ['not_found', 'batch_refused'],
  },
}
