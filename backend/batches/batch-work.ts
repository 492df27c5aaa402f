// Stores a batch from draft to end as a row that every process reads.
import { isoTime, type Queryable } from '#backend/db/transaction.ts'
import type { BatchView, ItemCounts } from '#backend/domain/batch/batch.contract.ts'
import type { BatchKind, BatchState } from '#backend/domain/batch/batch.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { countItems } from './batch-items.ts'

export type BatchSettings = Pick<BatchView, 'file' | 'rule'>
export type Batch = Omit<BatchView, 'by'> & { actor: ShopActor }

const listed = 20
const columns = `id, kind, state, actor, title, reason, settings, stop_asked as "stopAsked",
  ${isoTime('scheduled_for')} as "scheduledFor", ${isoTime('created_at')} as "createdAt",
  ${isoTime('ended_at')} as "endedAt"`

type Stored = Omit<Batch, 'counts' | keyof BatchSettings> & { settings: BatchSettings }

async function read(db: Queryable, rest: string, values: unknown[] = []): Promise<Batch[]> {
  const { rows } = await db.query<Stored>(`select ${columns} from batch.work ${rest}`, values)
  const ids = rows.map(({ id }) => id)
  const counts = await countItems(db, ids)
  return rows.map(({ settings, ...row }) => ({ ...row, ...settings, counts: counts.get(row.id) as ItemCounts }))
}

/** Throws Rejection not_found. */
export async function findBatch(db: Queryable, id: string): Promise<Batch> {
  const [batch] = await read(db, 'where id = $1', [id])
  if (!batch) throw new Rejection('not_found')
  return batch
}

export function listBatches(db: Queryable): Promise<Batch[]> {
  return read(db, `where state <> 'draft' order by created_at desc limit ${listed}`)
}

export type NewDraft = {
  id: string
  kind: BatchKind
  actor: ShopActor
  title: string
  settings: BatchSettings
  file?: Uint8Array
}

/** Deletes old batches and yesterday's drafts first. */
export async function storeDraft(db: Queryable, { id, kind, actor, title, settings, file }: NewDraft): Promise<void> {
  await db.query(
    `delete from batch.work where ended_at < now() - interval '90 days'
      or state = 'draft' and updated_at < now() - interval '1 day'`,
  )
  await db.query('insert into batch.work (id, kind, actor, title, settings, file) values ($1, $2, $3, $4, $5, $6)', [
    ...[id, kind, actor, title, JSON.stringify(settings), file ? Buffer.from(file) : null],
  ])
}

/** Locks the draft until the transaction ends; undefined if it is no draft any more. */
export async function draftFile(db: Queryable, id: string) {
  const { rows } = await db.query<{ file: Buffer; settings: BatchSettings }>(
    `select file, settings from batch.work where id = $1 and state = 'draft' and file is not null for update`,
    [id],
  )
  return rows[0]
}

export async function changeSettings(db: Queryable, id: string, settings: BatchSettings): Promise<void> {
  await db.query('update batch.work set settings = $2, updated_at = now() where id = $1', [
    id,
    JSON.stringify(settings),
  ])
}

export type Step = {
  from: readonly BatchState[]
  to: BatchState
  actor?: ShopActor
  reason?: string
  position?: number
  scheduledFor?: string | null
}

/** Returns false if the batch is not at the beginning of the step. */
export async function takeStep(db: Queryable, id: string, { from, to, actor, reason, position, scheduledFor }: Step) {
  const { rowCount } = await db.query(
    `update batch.work set state = $3, actor = coalesce($4, actor), reason = coalesce($5, reason), file = null,
       position = coalesce($6, position), scheduled_for = coalesce($7, scheduled_for), updated_at = now(),
       ended_at = case when $3 in ('applied', 'undone', 'cancelled') then now() end,
       stop_asked = stop_asked and $3 <> 'undoing'
     where id = $1 and state = any($2)`,
    [id, from, to, actor, reason, position, scheduledFor],
  )
  return rowCount === 1
}

export async function askToStop(db: Queryable, id: string): Promise<void> {
  await db.query("update batch.work set stop_asked = true where id = $1 and state = 'running'", [id])
}

export type UnderWay = { state: BatchState; actor: ShopActor; position: number; stopAsked: boolean }

export async function findUnderWay(db: Queryable, id: string): Promise<UnderWay | undefined> {
  const { rows } = await db.query<UnderWay>(
    'select state, actor, position, stop_asked as "stopAsked" from batch.work where id = $1',
    [id],
  )
  return rows[0]
}
