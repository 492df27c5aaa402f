// Every read model beside a straight fold of the log.
import { isUnreachable } from '#backend/db/unreachable.ts'
import { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { knownFailure } from '#backend/operations/known-failure.ts'
import { differenceTexts } from '#backend/operations/row-difference.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { Tally } from './finding.ts'
import { countOf } from './one-moment.ts'
import type { VerifyContext } from './verify-context.ts'

/** Of rows in memory, a projection; there are two generations of each, and all projections are folded at once. */
const memoryBytes = 3e6

/** A comparison of each read model, to be fed by the walk through the log and read by verifyReadModels; each is to be closed. */
export function openComparisons({ core, ownerPool }: VerifyContext): Comparison[] {
  return projections.map((projection) => new Comparison(ownerPool, core.store, projection, memoryBytes))
}

/** Reads what the comparisons found; `tell` gets what each came out as. */
export async function verifyReadModels(
  context: VerifyContext,
  comparisons: readonly Comparison[],
  tell: (name: string, tally: Tally) => void,
): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const comparison of comparisons) {
    context.signal.throwIfAborted()
    const tally = await verifyOne(context, comparison)
    tell(comparison.projection.name, tally)
    tallies.push(tally)
  }
  return tallies
}

async function verifyOne({ core, ownerPool, progress, signal }: VerifyContext, comparison: Comparison): Promise<Tally> {
  const { name } = comparison.projection
  const tally = new Tally('read-models')
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0) {
    tally.add(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)
    return tally
  }
  const bar = progress(name, await core.store.head())
  try {
    tally.looked = await countOf(ownerPool, `rm.${name}`)
    const differences = comparison.differences((done) => {
      signal.throwIfAborted()
      bar.at(done)
    })
    for await (const { key, live: row, expected } of differences) {
      signal.throwIfAborted()
      const texts = differenceTexts(row, expected)
      tally.add(`${name} ${key}`, `${name}, fila ${key}: hay ${texts.live}, corresponde ${texts.expected}`)
    }
    bar.end()
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    const reason = knownFailure(error) ?? (error instanceof Error ? error.message : String(error))
    tally.add(name, `${name}: no se puede rehacer desde el registro: ${reason}`)
  }
  return tally
}
