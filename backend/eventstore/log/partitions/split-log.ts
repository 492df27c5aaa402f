// Makes partitions of a log that was one table, which becomes the first of them as it is: nothing is copied, and nobody waits for what is read.
import type pg from 'pg'
import { addPartitions } from './partitions.ts'
import { type Waited, withShortLock } from './short-locks.ts'

export const leastPartitionSize = 1000

/** The log has partitions already. */
export class AlreadySplit extends Error {
  override readonly name = 'AlreadySplit'
}

/** What the table may hold until it is a partition: proof, so that attaching it reads nothing. */
const bound = 'events_first_partition'

/**
 * owner: a pool with the owner's rights. The first partition ends where a whole number of partitions ends, half a one ahead of the log at
 * least: so much may be appended while its table is looked through. Returns its last position. Throws AlreadySplit; whatever it throws, the
 * log is one table as before or all of it is done.
 */
export async function splitLog(owner: pg.Pool, size: number, waited: Waited): Promise<number> {
  const { rows } = await owner.query<{ split: boolean; head: number }>(
    'select exists (select from es.partitioning) as split, coalesce(max(pos), 0) as head from es.events',
  )
  const { split = false, head = 0 } = rows[0] ?? {}
  if (split) throw new AlreadySplit('the log has partitions')
  const upto = Math.ceil((head + size / 2) / size) * size
  const limit = `alter table es.events drop constraint if exists ${bound}`
  await withShortLock(owner, waited, (client) =>
    client.query(`${limit}; alter table es.events add constraint ${bound} check (pos <= ${upto}) not valid`),
  )
  try {
    await owner.query(`alter table es.events validate constraint ${bound}`)
    await withShortLock(owner, waited, (client) => client.query(swap(upto, size)))
  } catch (error) {
    const never = new AbortController().signal
    await withShortLock(owner, { ...waited, signal: never }, (client) => client.query(limit)).catch(() => undefined)
    throw error
  }
  await addPartitions(owner)
  return upto
}

/** Locked as appends lock: what shows the newest events, then the log. What needs no lock on the table comes after what does. */
function swap(upto: number, size: number): string {
  return `
    lock table es.recent_events in access exclusive mode;
    alter table es.events rename to events__1;
    alter table es.events__1 rename constraint events_pkey to events__1_pkey;
    alter table es.events__1 rename constraint events_stream_id_version_key to events__1_stream_id_version_key;
    alter index es.events_lookup rename to events__1_lookup;
    revoke all on es.events__1 from gamertech_app;
    create table es.events (like es.events__1 including defaults) partition by range (pos);
    alter table es.events add constraint events_pkey primary key (pos);
    create trigger append_only before update or delete or truncate on es.events for each statement execute function es.refuse_change();
    grant select on es.events to gamertech_app;
    alter table es.events attach partition es.events__1 for values from (minvalue) to (${upto + 1});
    alter table es.events__1 drop constraint ${bound};
    insert into es.partitioning (size) values (${size});
    create or replace view es.recent_events as
      select pos, stream_id, version, type, schema_version, data, meta, at from es.events where pos >= 1`
}
