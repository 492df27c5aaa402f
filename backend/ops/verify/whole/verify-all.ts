// Runs all checks in order: log and chain, schema, guards and accounts, read models, kept rows.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { Books } from '#backend/ops/verify/books.ts'
import { type Check, type CheckOfLog, type Counted, checkNames, Tally } from '#backend/ops/verify/finding.ts'
import { atOneMoment, checked, readOnly } from '#backend/ops/verify/one-moment.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { verifyAccounts, verifyClaims, verifyErased } from '#backend/ops/verify/verify-accounts.ts'
import { findLinked, type NotedHash, verifyChain } from '#backend/ops/verify/verify-chain.ts'
import type { VerifyContext } from '#backend/ops/verify/verify-context.ts'
import { verifyJobs } from '#backend/ops/verify/verify-jobs.ts'
import { verifyReadModel } from '#backend/ops/verify/verify-read-model.ts'
import { verifyCounters, verifyStock } from '#backend/ops/verify/verify-stock.ts'
import { verifyCommands, verifyStreams } from '#backend/ops/verify/verify-streams.ts'
import { verifyCheckpoints, verifyKeptRows, verifyReactors } from '#backend/ops/verify/verify-subscriptions.ts'
import { verifyEvents } from '#backend/ops/verify/walk/verify-events.ts'
import { projections } from '#backend/readmodels/projections.ts'

export type NamedCheck = { name: string; of: string; tally: Counted }
export type Verified = Looked & { checks: NamedCheck[] }
type Looked = { chain: { head: NotedHash; linked: number }; skippedSchema: string | null }

const usuallyAtOnce = 2

/** Changes nothing. `tell` gets each finished check. `atOnce` read models are compared at the same time. */
export async function verifyAll(
  context: VerifyContext,
  noted: NotedHash | null,
  tell: (check: NamedCheck) => void,
  atOnce = usuallyAtOnce,
): Promise<Verified> {
  const checks: NamedCheck[] = []
  const add = (name: string, tally: Counted, of: string) => {
    checks.push({ name, of, tally })
    tell({ name, of, tally })
  }
  const { tallies, ...looked } = await lookAtLog(context, noted)
  for (const check of Object.keys(checkNames) as CheckOfLog[])
    add(checkNames[check].name, sumOf(check, tallies), checkNames[check].of)
  const compared = await compareAll(context, atOnce)
  for (const { name, tally } of compared) add(name, tally, 'filas')
  const wrong = new Set(compared.filter(({ tally }) => tally.faults > 0).map(({ name }) => name))
  const lookAtKeptRows = (client: pg.ClientBase) => checked(client, 'kept-rows', () => verifyKeptRows(client, wrong))
  add('filas de antes', sumOf('kept-rows', await transaction(context.ownerPool, lookAtKeptRows, readOnly)), 'filas')
  return { ...looked, checks }
}

/** Walks through all events, books those of orders, and runs the database's own checks meanwhile. */
async function lookAtLog(
  { core, ownerPool, progress, ...context }: VerifyContext,
  noted: NotedHash | null,
): Promise<Looked & { tallies: readonly Counted[] }> {
  const bar = progress('eventos', await core.store.head())
  const failed = new AbortController()
  const signal = AbortSignal.any([context.signal, failed.signal])
  try {
    return await atOneMoment(ownerPool, async (client, beside) => {
      const [walk, books, { asked, skippedSchema }] = await Promise.all([
        verifyEvents(core, client, { noted, signal, progress: (position) => bar.at(position) }),
        beside((other) => Books.read(other, core.store.codec, signal)),
        beside((other) => askDatabase(other, core)),
      ])
      let linked = 0
      const verifyChainOf = async () => {
        linked = await findLinked(client)
        return verifyChain(client, walk.log, linked)
      }
      const others = [
        ...(await checked(client, 'chain', verifyChainOf)),
        await verifyReactors(client, walk.followed),
        ...(await checked(client, 'stock', () => verifyStock(client, books))),
        ...(await checked(client, 'jobs', () => verifyJobs(client, books.open))),
      ]
      const tallies = [...walk.tallies, books.orders, books.money, ...others, ...asked]
      return { tallies, skippedSchema, chain: { head: walk.log.head, linked } }
    })
  } finally {
    failed.abort()
    bar.end()
  }
}

async function compareAll({ core: { store }, ownerPool, signal, progress }: VerifyContext, atOnce: number) {
  const bar = progress('proyecciones', projections.length)
  const tallies = new Map<string, Tally>()
  const waiting = projections.values()
  const compareNext = async () => {
    for (const projection of waiting) {
      signal.throwIfAborted()
      tallies.set(projection.name, await verifyReadModel({ store, ownerPool, signal }, projection))
      bar.at(tallies.size)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, compareNext))
  bar.end()
  return projections.map(({ name }) => ({ name, tally: tallies.get(name) as Tally }))
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
