// Every read model beside a straight fold of the log.
import pg from 'pg'
import { isUnreachable } from '#backend/db/unreachable.ts'
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { knownFailure } from '#backend/ops/cli/known-failure.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Finding } from './finding.ts'
import { FindingList } from './finding-list.ts'
import { differenceTexts } from './row-difference.ts'

/** Compares all projections; `tell` gets what each came out as. */
export async function verifyReadModels(
  context: OpsContext,
  tell: (name: string, findings: readonly Finding[]) => void,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const projection of projections) {
    context.signal.throwIfAborted()
    const own = await verifyOne(context, projection)
    tell(projection.name, own)
    found.push(...own)
  }
  return found
}

async function verifyOne(
  { core, ownerPool, progress, signal }: OpsContext,
  projection: Projection,
): Promise<Finding[]> {
  const { name } = projection
  const finding = (subject: string, message: string): Finding => ({ check: 'read-models', subject, message })
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0)
    return [finding(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)]
  const bar = progress(name, await core.store.head())
  try {
    const differences = compareWithLog(ownerPool, core.store, projection, (done) => {
      signal.throwIfAborted()
      bar.at(done)
    })
    const found = new FindingList('read-models', `filas de ${name}`)
    for await (const { key, live: row, expected } of differences) {
      signal.throwIfAborted()
      const texts = differenceTexts(row, expected)
      found.add(`${name} ${key}`, `${name}, fila ${key}: hay ${texts.live}, corresponde ${texts.expected}`)
    }
    bar.end()
    return found.all()
  } catch (error) {
    if (signal.aborted || error instanceof pg.DatabaseError || isUnreachable(error)) throw error
    return [
      finding(
        name,
        `${name}: no se puede rehacer desde el registro: ${knownFailure(error) ?? (error instanceof Error ? error.message : String(error))}`,
      ),
    ]
  }
}
