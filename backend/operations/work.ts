// Stores operations with progress and findings as rows that every process reads.
import { isoTime, type Queryable } from '#backend/db/transaction.ts'
import type { WorkResult, WorkView } from '#backend/domain/operation/operation.contract.ts'
import type { Act, Outcome } from '#backend/domain/operation/operation.limits.ts'

const listed = 12
const keptDays = 30
const maxSilenceSeconds = 15

const columns = `id, act, target, actor, state, stop_asked as "stopAsked", phase, done, total, rate,
  case when state = 'running' and rate > 0 and total > done then ceil((total - done) / rate)::int end as "etaSeconds",
  state = 'running' and updated_at < now() - interval '${maxSilenceSeconds} seconds' as "isSilent",
  detail, result, ${isoTime('requested_at')} as "requestedAt", ${isoTime('started_at')} as "startedAt",
  ${isoTime('ended_at')} as "endedAt"`

async function read(db: Queryable, rest: string, values: unknown[] = []): Promise<WorkView[]> {
  return (await db.query<WorkView>(`select ${columns} from operation.work ${rest}`, values)).rows
}

export async function listWork(db: Queryable): Promise<WorkView[]> {
  return (await read(db, `order by requested_at desc limit ${listed}`)).map((work) => ({ ...work, result: null }))
}

export async function findWork(db: Queryable, id: string): Promise<WorkView | undefined> {
  return (await read(db, 'where id = $1', [id]))[0]
}

export async function findOpenWork(db: Queryable, target: string): Promise<WorkView | undefined> {
  return (await read(db, "where target = $1 and is_long and state in ('waiting', 'running')", [target]))[0]
}

export async function lastVerification(db: Queryable): Promise<WorkView | null> {
  const rest = "where act = 'verify' and state in ('done', 'differs') order by ended_at desc limit 1"
  return (await read(db, rest))[0] ?? null
}

/** Returns false if other long work is under way for the target. Also deletes old rows. */
export async function beginWork(
  db: Queryable,
  { id, act, target, actor, isLong }: { id: string; act: Act; target: string; actor: string; isLong: boolean },
): Promise<boolean> {
  await db.query(`delete from operation.work where ended_at < now() - interval '${keptDays} days'`)
  const { rowCount } = await db.query(
    `insert into operation.work (id, act, target, actor, is_long) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, act, target, actor, isLong],
  )
  return rowCount === 1
}

export async function placeWork(db: Queryable, id: string, position: number): Promise<void> {
  await db.query('update operation.work set position = $2 where id = $1', [id, position])
}

export type ClaimedWork = { act: Act; target: string; position: number }

/** Claims or reclaims work; undefined if finished. */
export async function claimWork(db: Queryable, id: string): Promise<ClaimedWork | undefined> {
  const { rows } = await db.query<ClaimedWork>(
    `update operation.work set state = 'running', started_at = coalesce(started_at, now()), updated_at = now()
     where id = $1 and state in ('waiting', 'running') returning act, target, position`,
    [id],
  )
  return rows[0]
}

export type Progress = { phase: string; done: number; total: number; rate: number }

/** Writes a heartbeat; returns true if a stop was requested. */
export async function reportWork(db: Queryable, id: string, { phase, done, total, rate }: Progress): Promise<boolean> {
  const { rows } = await db.query<{ stop: boolean }>(
    `update operation.work set phase = $2, done = $3, total = $4, rate = $5, updated_at = now()
     where id = $1 and state = 'running' returning stop_asked as stop`,
    [id, phase, done, total, rate],
  )
  return rows[0]?.stop ?? true
}

export async function askToStop(db: Queryable, id: string): Promise<void> {
  await db.query('update operation.work set stop_asked = true where id = $1', [id])
}

export type WorkEnding = { outcome: Outcome; detail: string; result?: WorkResult | undefined }

export async function endWork(db: Queryable, id: string, { outcome, detail, result }: WorkEnding): Promise<void> {
  await db.query(
    `update operation.work set state = $2, detail = $3, result = $4, ended_at = now(), updated_at = now()
     where id = $1 and ended_at is null`,
    [id, outcome, detail, result ? JSON.stringify(result) : null],
  )
}
