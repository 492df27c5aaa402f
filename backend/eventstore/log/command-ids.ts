// The ids of accepted commands make a repeat harmless. Nobody repeats a command after a month, and the ids take a fifth of the log's room.
import type pg from 'pg'
import { CommandIdReused } from './append-entry.ts'

/** What a command id was accepted for; null: for what nobody asked for by an id of his own. */
type AcceptedCommand = { position: number; fingerprint: Buffer | null }
/** By command id, in lower case. */
export type AcceptedCommands = ReadonlyMap<string, AcceptedCommand>

/**
 * Those of these commands that were accepted, with the position of their last event. What is found is on the synchronous standby too, if there
 * is one: a session that ended while its commit waited for that, or a server that crashed then, leaves events that everybody sees here and
 * nobody elsewhere, and whoever is told of them must not lose them with this server. An empty commit waits for all before it.
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

/** The position of a command if it was accepted before, undefined if not. Throws CommandIdReused if its id was accepted for another one. */
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

/** Forgets the ids of commands accepted more than 30 days ago, a few thousand a transaction; returns how many. pool: with the owner's rights. */
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
