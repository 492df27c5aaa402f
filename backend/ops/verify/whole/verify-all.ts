// Runs all checks in order: log and chain, schema, guards and accounts, read models, kept rows.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { type Check, type CheckOfLog, type Counted, checkNames, Tally } from '#backend/ops/verify/finding.ts'
import { atOneMoment, checked, readOnly } from '#backend/ops/verify/one-moment.ts'
import { type FoldedLog, foldLog } from '#backend/ops/verify/read-models/fold-log.ts'
import { foldBeside } from '#backend/ops/verify/read-models/fold-thread.ts'
import { verifyReadModel } from '#backend/ops/verify/read-models/verify-read-model.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { verifyAccounts, verifyClaims, verifyErased } from '#backend/ops/verify/verify-accounts.ts'
import type { ChainVerdict, NotedHash } from '#backend/ops/verify/verify-chain.ts'
import type { VerifyContext } from '#backend/ops/verify/verify-context.ts'
import { verifyJobs } from '#backend/ops/verify/verify-jobs.ts'
import { verifyCounters, verifyStock } from '#backend/ops/verify/verify-stock.ts'
import { verifyCommands, verifyStreams } from '#backend/ops/verify/verify-streams.ts'
import { verifyCheckpoints, verifyKeptRows, verifyReactors } from '#backend/ops/verify/verify-subscriptions.ts'
import { verifyEvents } from '#backend/ops/verify/walk/verify-events.ts'
import { projections } from '#backend/readmodels/projections.ts'

export type NamedCheck = { name: string; of: string; tally: Counted }
export type Verified = Looked & { checks: NamedCheck[] }
type Looked = { chain: Pick<ChainVerdict, 'head' | 'linked'>; skippedSchema: string | null }

/** A longer log is folded in a thread beside the walk; starting one takes half a second. */
const longLog = 100_000

/**
 * Changes nothing. `tell` gets each finished check. `threadFrom` is the number of events that justifies a second
 * thread.
 */
export async function verifyAll(
  context: VerifyContext,
  noted: NotedHash | null,
  tell: (check: NamedCheck) => void,
  threadFrom = longLog,
): Promise<Verified> {
  const checks: NamedCheck[] = []
  const add = (name: string, tally: Counted, of: string) => {
    checks.push({ name, of, tally })
    tell({ name, of, tally })
  }
  const { tallies, folded, ...looked } = await lookAtLog(context, noted, threadFrom)
  for (const check of Object.keys(checkNames) as CheckOfLog[])
    add(checkNames[check].name, sumOf(check, tallies), checkNames[check].of)
  const wrong = new Set<string>()
  for (const projection of projections) {
    context.signal.throwIfAborted()
    const { name } = projection
    const tally = folded.tallies.get(name) ?? (await compareAlone(context, projection))
    if (tally.faults > 0) wrong.add(name)
    add(name, tally, 'filas')
  }
  const lookAtKeptRows = (client: pg.ClientBase) => checked(client, 'kept-rows', () => verifyKeptRows(client, wrong))
  add('filas de antes', sumOf('kept-rows', await transaction(context.ownerPool, lookAtKeptRows, readOnly)), 'filas')
  return { ...looked, checks }
}

/** Reads all events twice, for the checks of each and for the folds, and runs the database's own checks meanwhile. */
async function lookAtLog(
  { core, ownerPool, ...context }: VerifyContext,
  noted: NotedHash | null,
  threadFrom: number,
): Promise<Looked & { tallies: readonly Counted[]; folded: FoldedLog }> {
  const head = await core.store.head()
  const bar = context.progress('eventos', head)
  const reached = { walk: 0, folds: 0 }
  const progressOf = (reader: keyof typeof reached) => (position: number) => {
    reached[reader] = position
    bar.at(Math.min(reached.walk, reached.folds))
  }
  const failed = new AbortController()
  const signal = AbortSignal.any([context.signal, failed.signal])
  const fold = head >= threadFrom ? foldBeside : foldLog
  try {
    return await atOneMoment(ownerPool, async (client, snapshot, beside) => {
      const [walk, folded, { asked, skippedSchema }] = await Promise.all([
        verifyEvents(core, { client, beside }, { noted, signal, progress: progressOf('walk') }),
        fold({ store: core.store, ownerPool, signal }, snapshot, progressOf('folds')),
        beside((other) => askDatabase(other, core)),
      ])
      const { books } = folded
      const ofOrders = [books.orders, books.money].map((tally) => ({ ...tally, looked: walk.orders }))
      const others = [
        await verifyReactors(client, walk.followed),
        ...(await checked(client, 'stock', () => verifyStock(client, books))),
        ...(await checked(client, 'jobs', () => verifyJobs(client, books.open))),
      ]
      const { head: last, linked } = walk.chain
      const tallies = [...walk.tallies, ...ofOrders, ...others, ...asked]
      return { tallies, folded, skippedSchema, chain: { head: last, linked } }
    })
  } finally {
    failed.abort()
    bar.end()
  }
}

async function compareAlone({ core, ownerPool, ...context }: VerifyContext, projection: Projection): Promise<Tally> {
  const bar = context.progress(projection.name, await core.store.head())
  const parts = { store: core.store, ownerPool, signal: context.signal }
  const comparison = new Comparison(ownerPool, core.store, projection)
  const tally = await verifyReadModel(parts, comparison, (position) => bar.at(position))
  bar.end()
  return tally
}

async function askDatabase(client: pg.ClientBase, core: VerifyContext['core']) {
  let skippedSchema: string | null = null
  const verifySchemaOf = async () => {
    const { tally, skipped } = await verifySchema(client)
    skippedSchema = skipped
    return [tally]
  }
  const asked = [
    ...(await checked(client, 'schema', verifySchemaOf)),
    ...(await checked(client, 'versions', () => verifyStreams(client))),
    ...(await checked(client, 'commands', () => verifyCommands(client))),
    ...(await checked(client, 'claims', () => verifyClaims(client))),
    ...(await checked(client, 'accounts', () => verifyAccounts(client, core))),
    ...(await checked(client, 'erased', () => verifyErased(client))),
    ...(await checked(client, 'counters', () => verifyCounters(client))),
    ...(await checked(client, 'checkpoints', () => verifyCheckpoints(client))),
  ]
  return { asked, skippedSchema }
}

function sumOf(check: Check, tallies: readonly Counted[]): Tally {
  const sum = new Tally(check)
  for (const tally of tallies.filter((one) => one.check === check)) {
    sum.looked += tally.looked
    sum.faults += tally.faults
    sum.found.push(...tally.found)
  }
  return sum
}
