// Drops the rows of read models that the code no longer has.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { inTransaction } from '#backend/db/transaction.ts'
import { dropGeneration, listGenerations } from './generation.ts'
import { RebuildBusy, withLease } from './rebuild.ts'

/**
 * Drops views, rows and checkpoints of these read models; returns the dropped names. Skips one that an older process
 * still feeds, rebuilds or reads. `pool` has the owner's rights.
 */
export async function dropRetired(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const dropped: string[] = []
  for (const name of names) {
    const generations = await listGenerations(pool, name)
    if (generations.length === 0) continue
    const isGone = await withLease(pool, name, (client) =>
      inTransaction(client, () => dropUnlessFed(client, name), "begin; set local lock_timeout = '100ms'"),
    ).catch((error: unknown) => {
      if (error instanceof RebuildBusy || isLocked(error)) return false
      throw error
    })
    if (isGone) dropped.push(name)
  }
  return dropped
}

async function dropUnlessFed(client: pg.ClientBase, name: string): Promise<boolean> {
  const generations = await listGenerations(client, name)
  for (const { generation } of generations) {
    const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_xact_lock($1, $2) as won', [
      locks.feeding,
      generation,
    ])
    if (!rows[0]?.won) return false
  }
  await client.query(`drop view if exists rm.${name}`)
  for (const generation of generations) await dropGeneration(client, generation)
  return true
}

function isLocked(error: unknown): boolean {
  return hasErrorCode(error, pgErrors.lockNotAvailable, pgErrors.deadlockDetected)
}
