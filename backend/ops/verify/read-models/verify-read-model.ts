// Compares a read model with a fold of the log.
import type pg from 'pg'
import { isUnreachable } from '#backend/db/unreachable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { knownFailure } from '#backend/operations/known-failure.ts'
import { differenceTexts } from '#backend/operations/row-difference.ts'
import { Tally } from '#backend/ops/verify/finding.ts'
import { countOf } from '#backend/ops/verify/one-moment.ts'

export type FoldParts = { store: EventStore; ownerPool: pg.Pool; signal: AbortSignal }

/** `progress` counts events that the comparison still had to read. */
export async function verifyReadModel(
  { ownerPool, signal }: FoldParts,
  comparison: Comparison,
  progress: (done: number) => void = () => undefined,
): Promise<Tally> {
  const { name } = comparison.projection
  const tally = new Tally('read-models')
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0) {
    tally.add(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)
    return tally
  }
  try {
    tally.looked = await countOf(ownerPool, `rm.${name}`)
    const differences = comparison.differences((done) => {
      signal.throwIfAborted()
      progress(done)
    })
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
