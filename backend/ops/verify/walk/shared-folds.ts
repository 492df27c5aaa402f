// Folds all read models from one reading of the log, in bounded memory.
import type pg from 'pg'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { beginFold, compareWithLog, type FoldBeside } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'

export type SharedFolds = Awaited<ReturnType<typeof beginFolds>>

const mostBytes = 24e6
const holdsSealed = ({ data }: StoredEvent) => data.includes('"$sealed"')

/** A fold that fails or misses a page leaves the others: its comparison reads for itself what is lacking. */
export async function beginFolds(pool: pg.Pool, store: EventStore, projections: readonly Projection[]) {
  const begun = new Map<Projection, FoldBeside>()
  const end = (projection: Projection) => {
    begun.get(projection)?.client.release(true)
    begun.delete(projection)
  }
  for (const projection of projections) {
    const client = await pool.connect()
    await beginFold(client, store, projection).then(
      (fold) => begun.set(projection, fold),
      () => client.release(true),
    )
  }
  const spill = async () => {
    const folds = [...begun].map(([projection, { fold }]) => ({ projection, memory: fold.memory }))
    const bytes = folds.reduce((sum, { memory }) => sum + memory.bytes, 0)
    const [heaviest] = folds.toSorted((one, other) => other.memory.bytes - one.memory.bytes)
    if (heaviest && bytes > mostBytes) await heaviest.memory.spill().catch(() => end(heaviest.projection))
  }
  return {
    /** `opened` are the page's events with personal fields opened. */
    async take(page: readonly StoredEvent[], opened: readonly Decoded[]): Promise<void> {
      const sealed = (await store.codec.decodeEach(page.filter(holdsSealed), { unseal: false })).values()
      const closed = opened.map((event, nth) =>
        holdsSealed(page[nth] as StoredEvent) ? (sealed.next().value as Decoded) : event,
      )
      const takeIn = async (projection: Projection, { fold, before }: FoldBeside) => {
        if (isNext(page, fold.position, before.pos)) await fold.take(page, projection.personal ? opened : closed)
      }
      await Promise.all([...begun].map((one) => takeIn(...one).catch(() => end(one[0]))))
      await spill()
    },
    differences(projection: Projection, progress: () => void) {
      const fold = begun.get(projection)
      begun.delete(projection)
      return compareWithLog(pool, store, projection, progress, fold)
    },
    end: () => [...begun.keys()].forEach(end),
  }
}

/** Whether a page follows a position without a gap and ends before the live rows do. */
function isNext(page: readonly StoredEvent[], position: number, live: number): boolean {
  const [first, last] = [page[0]?.pos, page.at(-1)?.pos ?? 0]
  return first === position + 1 && last === position + page.length && last <= live
}
