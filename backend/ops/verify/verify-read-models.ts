// Every read model beside a straight fold of the log.
import { isUnreachable } from '#backend/db/unreachable.ts'
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { knownFailure } from '#backend/ops/cli/known-failure.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { Tally } from './finding.ts'
import { countOf } from './one-moment.ts'
import { differenceTexts } from './row-difference.ts'

/** Compares all projections; `tell` gets what each came out as. */
export async function verifyReadModels(
  context: OpsContext,
  tell: (name: string, tally: Tally) => void,
): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const projection of projections) {
    context.signal.throwIfAborted()
    const tally = await verifyOne(context, projection)
    tell(projection.name, tally)
    tallies.push(tally)
  }
  return tallies
}

async function verifyOne({ core, ownerPool, progress, signal }: OpsContext, projection: Projection): Promise<Tally> {
  const { name } = projection
  const tally = new Tally('read-models')
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0) {
    tally.add(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)
    return tally
  }
  const bar = progress(name, await core.store.head())
  try {
    tally.looked = await countOf(ownerPool, `rm.${name}`)
    const differences = compareWithLog(ownerPool, core.store, projection, (done) => {
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
