// Divides a log of one table, which becomes the first partition as is, without copying.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { addPartitions } from './partitions.ts'
import { type Waited, withShortLock } from './short-locks.ts'

export const leastPartitionSize = 1000

export class AlreadySplit extends Error {
  override readonly name = 'AlreadySplit'
}

/** splitLog pauses a second between tries; PostgreSQL ends sessions idle for longer, so that others may clean up. */
const silentMs = 10_000
const undoMs = 3000

/**
 * Returns the last position of the first partition; `owner` is a pool with the owner's rights. Throws AlreadySplit.
 * After an error or a crash, appends and readers go on, and the next es.undo_split restores one table.
 */
export async function splitLog(owner: pg.Pool, size: number, waited: Waited): Promise<number> {
  const session = await owner.connect()
  try {
    await session.query(`set idle_session_timeout = ${silentMs}`)
    // Makes the server notice a dead client during the table scan, where the platform supports that.
    await session.query('set client_connection_check_interval = 2000').catch(() => undefined)
    await withShortLock(session, waited, `select pg_advisory_lock(${locks.partitioning})`)
    const { rowCount } = await session.query('select from es.partitioning')
    if (rowCount !== 0) throw new AlreadySplit('the log has partitions')
    return await split(session, size, waited)
  } finally {
    session.release(true) // the lock goes with it
  }
}

async function split(session: pg.ClientBase, size: number, waited: Waited): Promise<number> {
  await withShortLock(session, waited, 'select es.undo_split()')
  const upto = Number(await withShortLock(session, waited, `select es.start_split(${size})`))
  try {
    await session.query('alter table es.events validate constraint events_first_partition')
    await withShortLock(session, waited, `select es.finish_split(${size}, ${upto})`)
  } catch (error) {
    const briefly = { signal: AbortSignal.timeout(undoMs), waitsFor: () => undefined }
    const undo = () => withShortLock(session, briefly, 'select es.undo_split()')
    // Cancelling the statement may end the first undo, too; if readers block both, a worker undoes it later.
    await undo()
      .catch(undo)
      .catch(() => undefined)
    throw error
  }
  await addPartitions(session)
  return upto
}
