// Keeps the ids of accepted commands for a month, so that repeats do no harm.
import type pg from 'pg'
import { CommandIdReused } from './append-entry.ts'

type AcceptedCommand = { position: number; fingerprint: Buffer | null }
export type AcceptedCommands = ReadonlyMap<string, AcceptedCommand>

/**
 * Finds accepted commands with the position of their last event. A session that ended, or a server that crashed, while
 * its commit waited for the synchronous standby leaves events that only this server has. The empty commit waits until
 * the standby has them too, so that callers never lose confirmed events with this server.
 */
export async function findAcceptedCommands(pool: pg.Pool, ids: readonly string[]): Promise<AcceptedCommands> {
  const { rows } = await pool.query<{ id: string; pos: number; fingerprint: Buffer | null }>({
    name: 'es.commands',
    text: 'select id, pos, fingerprint from es.commands where id = any($1)',
    values: [ids],
  })
  if (rows.length > 0) await pool.query("select pg_logical_emit_message(true, 'gamertech', '')")
  return new Map(rows.map(({ id, pos, fingerprint }) => [id, { position: pos, fingerprint }]))
}

/** An accepted command's position; undefined for a new one. Throws CommandIdReused for another command's id. */
export function positionOf(
  accepted: AcceptedCommands,
  { commandId, fingerprint }: { commandId: string; fingerprint?: Buffer | null | undefined },
): number | undefined {
  const known = accepted.get(commandId.toLowerCase())
  if (!known) return undefined
  const isSame = fingerprint ? known.fingerprint?.equals(fingerprint) : known.fingerprint === null
  if (!isSame) throw new CommandIdReused()
  return known.position
}

const keepDays = 30
const batchSize = 10_000

/** Deletes command ids after 30 days, some thousands per transaction; returns how many. `pool`: the owner's rights. */
export async function forgetExpiredCommandIds(pool: pg.Pool): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rowCount } = await pool.query(
      `delete from es.commands where ctid = any(array(
         select ctid from es.commands where at < now() - make_interval(days => $1) limit $2))`,
      [keepDays, batchSize],
    )
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < batchSize) return forgotten
  }
}
