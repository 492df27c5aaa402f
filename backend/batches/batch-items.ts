import type { Queryable } from '#backend/db/transaction.ts'
import { type ItemCounts, type ItemState, type ItemView, itemCounts } from '#backend/domain/batch/batch.contract.ts'
import type { BatchPart } from '#backend/domain/batch/batch.limits.ts'
import { type EnteredProduct, fileKeys, type ProductParts, wireKey } from '#backend/domain/product/product-fields.ts'
import { type CellError, cellOf } from './import/product-cells.ts'

export type PlannedItem = { nth: number; productId: number | null; name: string } & (
  | { kind: 'create'; change: { after: EnteredProduct } }
  | { kind: 'change'; change: { before: ProductParts; after: ProductParts } }
  | { kind: 'same'; change: Record<string, never> }
  | { kind: 'wrong'; change: { errors: CellError[] } }
)
export type OpenItem = Extract<PlannedItem, { kind: 'create' | 'change' }>
const pageRows = 20

export async function storeItems(db: Queryable, batchId: string, items: readonly PlannedItem[]): Promise<void> {
  await db.query('delete from batch.items where batch_id = $1', [batchId])
  await db.query(
    `insert into batch.items (batch_id, nth, kind, product_id, name, change)
     select $1, nth, kind, "productId", name, change
     from jsonb_to_recordset($2) as x(nth int, kind text, "productId" int, name text, change jsonb)`,
    [batchId, JSON.stringify(items)],
  )
}

export async function countItems(db: Queryable, batchIds: readonly string[]): Promise<Map<string, ItemCounts>> {
  const { rows } = await db.query<{ id: string; kind: PlannedItem['kind']; state: ItemState; count: number }>(
    `select batch_id as id, kind, state, count(*)::int as count from batch.items where batch_id = any($1) group by 1, 2, 3`,
    [batchIds],
  )
  const counts = new Map<string, ItemCounts>(batchIds.map((id) => [id, { ...none }]))
  for (const { id, kind, state, count } of rows) {
    const of = counts.get(id) ?? { ...none }
    of[kind] += count
    if (kind === 'create' || kind === 'change') of[state] += count
  }
  return counts
}

const none = Object.fromEntries(Object.keys(itemCounts.shape).map((name) => [name, 0])) as ItemCounts

const partIn: Readonly<Record<BatchPart, string>> = {
  change: "kind = 'change'",
  create: "kind = 'create'",
  wrong: "kind = 'wrong'",
  same: "kind = 'same'",
  failed: "kind in ('create', 'change') and state = 'failed'",
  kept: "kind in ('create', 'change') and state = 'kept'",
}

/** Returns the last page for a page past the end. */
export async function listItems(
  db: Queryable,
  batchId: string,
  { part, page: asked }: { part: BatchPart; page: number },
) {
  const where = `batch_id = $1 and ${partIn[part]}`
  const counted = await db.query<{ total: number }>(`select count(*)::int as total from batch.items where ${where}`, [
    batchId,
  ])
  const total = counted.rows[0]?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / pageRows))
  const page = Math.min(asked, pages)
  const { rows } = await db.query<StoredItem>(
    `select ${columns}, state, message from batch.items where ${where} order by nth limit $2 offset $3`,
    [batchId, pageRows, (page - 1) * pageRows],
  )
  return { items: rows.map(viewOf), total, page, pages }
}

const columns = 'nth, kind, product_id as "productId", name, change'
type StoredItem = PlannedItem & { state: ItemState; message: string | null }

function viewOf({ nth, kind, state, productId, name, change, message }: StoredItem): ItemView {
  const { before = {}, after = {} } = change as { before?: ProductParts; after?: ProductParts }
  const fields = [...fileKeys, 'attributes' as const].flatMap((key) => {
    const [old, cell] = [cellOf(key, before), cellOf(key, after)]
    if (cell === null || cell === old) return []
    const isList = old !== null && (key === 'attributes' || key === 'specs')
    const texts = isList ? { before: linesBut(old, cell), after: linesBut(cell, old) } : { before: old, after: cell }
    return [{ column: wireKey(key), ...texts }]
  })
  const errors = kind === 'wrong' ? change.errors : []
  return { row: nth, kind, state, productId, name, fields, errors, message }
}

/** Lines of `text` missing in `other`, since a long sheet would hide its changes. */
function linesBut(text: string, other: string): string {
  const known = new Set(other.split('\n'))
  return text
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n')
}

export async function nextItems(db: Queryable, batchId: string, state: 'planned' | 'done', most: number) {
  const { rows } = await db.query<OpenItem>(
    `select ${columns} from batch.items
     where batch_id = $1 and kind in ('create', 'change') and state = $2 order by nth limit $3`,
    [batchId, state, most],
  )
  return rows
}

export type ItemEnding = {
  nth: number
  state: Exclude<ItemState, 'planned'>
  productId: number | null
  message: string | null
}

export async function endItems(db: Queryable, batchId: string, endings: readonly ItemEnding[]): Promise<void> {
  await db.query(
    `update batch.items i set state = x.state, product_id = x."productId", message = x.message
     from jsonb_to_recordset($2) as x(nth int, state text, "productId" int, message text)
     where i.batch_id = $1 and i.nth = x.nth`,
    [batchId, JSON.stringify(endings)],
  )
}
