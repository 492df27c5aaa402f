// Makes partitions of a log that was one table, which becomes the first of them as it is: nothing is copied, and nobody waits for what is read.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { addPartitions } from './partitions.ts'
import { type Waited, withShortLock } from './short-locks.ts'

export const leastPartitionSize = 1000

/** The log has partitions already. */
export class AlreadySplit extends Error {
  override readonly name = 'AlreadySplit'
}

/** Between two tries it asks nothing for a second: a process that is silent for longer was stopped, and others may clear up. */
const silentMs = 10_000
const undoMs = 3000

/**
 * owner: a pool with the owner's rights. Returns the last position of the first partition. Throws AlreadySplit; if it throws, or its process
 * dies, appends and readers go on, and the next call of es.undo_split makes the log one table as before.
 */
export async function splitLog(owner: pg.Pool, size: number, waited: Waited): Promise<number> {
  const session = await owner.connect()
  try {
    await session.query(`set idle_session_timeout = ${silentMs}`)
    // A server that cannot look after its client meanwhile learns of its death when it has looked through the table.
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
    // The first one may be cancelled with what was underway; if somebody reads the log, a worker does it afterwards.
    await undo()
      .catch(undo)
      .catch(() => undefined)
    throw error
  }
  await addPartitions(session)
  return upto
}
