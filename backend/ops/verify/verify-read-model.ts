// Compares a read model with a fold of the log.
import type pg from 'pg'
import { isUnreachable } from '#backend/db/unreachable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { knownFailure } from '#backend/operations/known-failure.ts'
import { differenceTexts } from '#backend/operations/row-difference.ts'
import { Tally } from './finding.ts'
import { countOf } from './one-moment.ts'

type Parts = { store: EventStore; ownerPool: pg.Pool; signal: AbortSignal }

export async function verifyReadModel({ store, ownerPool, signal }: Parts, projection: Projection): Promise<Tally> {
  const { name } = projection
  const tally = new Tally('read-models')
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0) {
    tally.add(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)
    return tally
  }
  try {
    tally.looked = await countOf(ownerPool, `rm.${name}`)
    const differences = compareWithLog(ownerPool, store, projection, () => signal.throwIfAborted())
    for await (const { key, live: row, expected } of differences) {
      signal.throwIfAborted()
      const texts = differenceTexts(row, expected)
      tally.add(`${name} ${key}`, `${name}, fila ${key}: hay ${texts.live}, corresponde ${texts.expected}`)
    }
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    const reason = knownFailure(error) ?? (error instanceof Error ? error.message : String(error))
    tally.add(name, `${name}: no se puede rehacer desde el registro: ${reason}`)
  }
  return tally
}
