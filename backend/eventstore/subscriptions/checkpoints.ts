// Moves checkpoints by compare-and-set, so that a process that lost its lease moves none.
import type pg from 'pg'
import { asNotices, type CheckpointsMoved, type RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Lease } from './lease.ts'

export class Fenced extends Error {
  override readonly name = 'Fenced'
}

export type Written = { name: string; keys: readonly RowNumber[] }

/**
 * Moves all checkpoints and notifies other processes when the caller's transaction commits; throws Fenced, and moves
 * none, if another process moved one.
 */
export async function moveCheckpoints(
  client: pg.Client,
  leases: readonly Lease[],
  to: number,
  written: readonly Written[],
): Promise<CheckpointsMoved> {
  const from = leases.map(({ generation, position, epoch }) => ({ generation, pos: position, epoch }))
  const shown = leases.filter((lease) => lease.state === 'live').map((lease) => lease.name)
  const seen = written.filter(({ name }) => shown.includes(name))
  const moved: CheckpointsMoved = {
    checkpoints: Object.fromEntries(shown.map((name) => [name, to])),
    changed: seen.map(({ name }) => name),
    ...(seen.length > 0 && { keys: Object.fromEntries(seen.map(({ name, keys }) => [name, keys])) }),
  }
  const { rows } = await client.query<{ moved: number }>({
    name: 'es.move',
    text: `with f as (select * from json_to_recordset($2) f(generation int, pos bigint, epoch bigint)),
      own as (select generation from es.subscriptions s join f using (generation)
        where s.pos = f.pos and s.epoch = f.epoch order by generation for update of s),
      moved as (update es.subscriptions s set pos = $1, updated_at = now() from own
        where s.generation = own.generation and (select count(*) from own) = (select count(*) from f) returning 1),
      told as (select pg_notify('checkpoint', notice) from unnest($3::text[]) notice where exists (select from moved))
      select (select count(*) from moved) as moved, (select count(*) from told) as told`,
    values: [to, JSON.stringify(from), asNotices(moved).map((notice) => JSON.stringify(notice))],
  })
  if (rows[0]?.moved !== leases.length)
    throw new Fenced(`${leases.map((lease) => lease.name).join(',')} was moved by another process`)
  return moved
}
