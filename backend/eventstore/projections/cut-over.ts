// Switches a projection's view to another generation in one short transaction that readers hardly notice.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { inTransaction } from '#backend/db/transaction.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { noteDifference } from './differing-rows.ts'
import { dropGeneration, type Generation, listGenerations, showGeneration, tableOf } from './generation.ts'
import type { RebuildProgress } from './generation-builder.ts'
import { readSkips } from './log-fold.ts'
import type { Projection } from './projection.ts'
import { applyAccepted, parkedOf } from './row-writer.ts'

const lockTimeoutMs = 50
const usualMaxBusyMs = 60_000
/** The transaction applies at most this many events; catchUp applies the rest before. */
const maxEventsInTransaction = 100
const pageSize = 2000
/** Keeps feeding the previous generation this long, so that a rollback is instant. */
const keepPreviousFor = '24 hours'

export type CutOverParts = {
  client: pg.ClientBase
  store: EventStore
  projection: Projection
  generation: Generation
  progress?: RebuildProgress
  maxBusyMs?: number
}

export class CutOverGaveUp extends Error {
  override readonly name = 'CutOverGaveUp'
  readonly projection: string

  constructor(projection: string, cause: unknown) {
    super(`${projection}: readers hold the view`, { cause })
    this.projection = projection
  }
}

export class NotFed extends Error {
  override readonly name = 'NotFed'
}

/**
 * Makes a ready or kept generation live; keeps the former live one and drops the one kept before. Positions that
 * readers wait for never go back, since the new generation is at least as far as the old. Throws NotFed, ContractBroken
 * or CutOverGaveUp.
 */
export async function cutOverTo(parts: CutOverParts): Promise<void> {
  parts.progress?.('cut-over', 0, 1)
  const deadline = performance.now() + (parts.maxBusyMs ?? usualMaxBusyMs)
  let isDone = false
  for (let attempt = 1; !isDone; attempt++) {
    await catchUp(parts)
    try {
      isDone = await inTransaction(parts.client, () => cutOver(parts))
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > deadline) throw new CutOverGaveUp(parts.projection.name, error)
      await sleep(Math.random() * Math.min(20 * 2 ** attempt, 500))
    }
  }
  await dropUnfed(parts.client, parts.generation.name)
  await noteDifference(parts.client, parts.projection)
  parts.progress?.('cut-over', 1, 1)
}

/**
 * Drops kept generations past their time. Leaves a table in use to the next call, since a wait for its lock would
 * block later readers. `client` holds the projection's lease.
 */
export async function dropUnfed(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<Generation>(
    "select * from es.subscriptions where name = $1 and state = 'kept' and kept_until <= now()",
    [name],
  )
  const begin = `begin; set local lock_timeout = ${lockTimeoutMs}`
  for (const generation of rows)
    await inTransaction(client, () => dropGeneration(client, generation), begin).catch((error: unknown) => {
      if (!isBusy(error)) throw error
    })
}

async function cutOver(parts: CutOverParts): Promise<boolean> {
  const { client, projection, generation } = parts
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  // Locks rows before the checkpoint, in the pump's order, to avoid deadlocks.
  await client.query(`lock table ${tableOf(generation)} in share row exclusive mode`)
  const { rows } = await client.query<Generation>(
    `select * from es.subscriptions where name = $1 and (state in ('live', 'kept') or generation = $2) order by generation for update`,
    [projection.name, generation.generation],
  )
  const next = rows.find((row) => row.generation === generation.generation)
  if (!next) throw new Error(`generation ${generation.generation} of ${projection.name} is gone`)
  const live = rows.find((row) => row.state === 'live')
  if (live?.generation === next.generation) return true
  const to = Math.max(next.pos, live?.pos ?? 0)
  if (to - next.pos > maxEventsInTransaction) return false
  await applyUpTo(parts, next, to)
  await client.query(
    `update es.subscriptions set kept_until = least(kept_until, now()), epoch = epoch + 1 where name = $1 and state = 'kept'`,
    [projection.name],
  )
  if (live)
    await client.query(
      `update es.subscriptions set state = 'kept', epoch = epoch + 1, kept_until = now() + interval '${keepPreviousFor}' where generation = $1`,
      [live.generation],
    )
  await client.query(
    `update es.subscriptions set state = 'live', pos = $1, epoch = epoch + 1, kept_until = null, paused = $3, updated_at = now() where generation = $2`,
    [to, next.generation, live?.paused ?? false],
  )
  await notifyGenerations(client, { checkpoints: { [projection.name]: to }, changed: [projection.name] })
  await showGeneration(client, next, { instead: next.state === 'kept' ? undefined : live }) // last: from here to the commit readers wait
  return true
}

function isBusy(error: unknown): boolean {
  return hasErrorCode(error, pgErrors.lockNotAvailable, pgErrors.deadlockDetected)
}

async function catchUp(parts: CutOverParts): Promise<void> {
  const { client, store, projection, generation } = parts
  for (;;) {
    const all = await listGenerations(client, projection.name)
    const next = all.find((row) => row.generation === generation.generation)
    const goal = all.find((row) => row.state === 'live')?.pos ?? (await store.head())
    if (!next) throw new Error(`generation ${generation.generation} of ${projection.name} is gone`)
    if (goal - next.pos <= maxEventsInTransaction) return
    const to = Math.min(goal, next.pos + pageSize)
    await inTransaction(client, async () => {
      await client.query(`lock table ${tableOf(next)} in share row exclusive mode`)
      const { rowCount } = await client.query(
        'update es.subscriptions set pos = $1, updated_at = now() where generation = $2 and pos = $3 and epoch = $4',
        [to, next.generation, next.pos, next.epoch],
      )
      if (rowCount === 1) await applyUpTo(parts, next, to)
    })
  }
}

async function applyUpTo({ client, store, projection }: CutOverParts, next: Generation, to: number): Promise<void> {
  if (to === next.pos) return
  if (next.version !== projection.version)
    throw new NotFed(
      `${next.name}: version ${next.version} is at ${next.pos} of ${to}, and this is version ${projection.version}`,
    )
  const skips = await readSkips(store, projection.name)
  for await (const rows of store.pagesConcerning(next.pos, to, new SubscriptionFilter(store, projection.eventTypes))) {
    const events = await store.codec.decodeEach(rows, { unseal: projection.personal })
    const parked = await parkedOf(client, next.generation)
    await applyAccepted(client, { projection, generation: next }, events, { parked, skips })
  }
}
