// Runs all checks in order: log and chain, schema, guards and accounts, read models, kept rows.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { Audience } from '#backend/eventstore/projections/audience.ts'
import type { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { Books } from '#backend/ops/verify/books.ts'
import { type Check, Tally } from '#backend/ops/verify/finding.ts'
import { atOneMoment, checked } from '#backend/ops/verify/one-moment.ts'
import { FoldThread } from '#backend/ops/verify/read-models/fold-thread.ts'
import { openComparisons, verifyReadModel } from '#backend/ops/verify/read-models/verify-read-models.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { verifyAccounts, verifyClaims, verifyErased } from '#backend/ops/verify/verify-accounts.ts'
import type { ChainVerdict, NotedHash } from '#backend/ops/verify/verify-chain.ts'
import type { VerifyContext } from '#backend/ops/verify/verify-context.ts'
import { verifyCounters } from '#backend/ops/verify/verify-stock.ts'
import { verifyCommands } from '#backend/ops/verify/verify-streams.ts'
import { verifyCheckpoints, verifyKeptRows } from '#backend/ops/verify/verify-subscriptions.ts'
import { type LogPage, verifyEvents } from '#backend/ops/verify/walk/verify-events.ts'
import { projections } from '#backend/readmodels/projections.ts'

export type NamedCheck = { name: string; of: string; tally: Tally }
export type Verified = Pick<Looked, 'chain' | 'skippedSchema'> & { checks: NamedCheck[] }

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
  await using opened = new AsyncDisposableStack()
  const parts = { ...context, store: context.core.store }
  const isLong = (await context.core.store.head()) >= threadFrom
  const thread = isLong
    ? new FoldThread(
        parts,
        projections.filter(({ personal }) => !personal),
      )
    : undefined
  opened.defer(() => thread?.close())
  const books = thread ? undefined : await Books.open(context.core.store.codec, context.ownerPool)
  opened.defer(() => books?.release())
  const comparisons = openComparisons(
    parts,
    projections.filter(({ name }) => !thread?.folds(name)),
  )
  opened.defer(() => {
    for (const comparison of comparisons) comparison.close()
  })
  return await verify(context, noted, { comparisons, books, thread }, tell)
}

/** The folds in this thread, and beside it. */
type Folds = { comparisons: readonly Comparison[]; books: Books | undefined; thread: FoldThread | undefined }

async function verify(
  context: VerifyContext,
  noted: NotedHash | null,
  folds: Folds,
  tell: (check: NamedCheck) => void,
): Promise<Verified> {
  const checks: NamedCheck[] = []
  const add = (name: string, tally: Tally, of: string) => {
    checks.push({ name, of, tally })
    tell({ name, of, tally })
  }
  const { tallies, ...looked } = await lookAtLog(context, noted, folds)
  for (const check of Object.keys(checkNames) as CheckOfLog[])
    add(checkNames[check].name, sumOf(check, tallies), checkNames[check].of)
  const wrong = new Set<string>()
  for (const { name } of projections) {
    context.signal.throwIfAborted()
    const tally = await readModelTally(context, folds, name)
    if (tally.faults > 0) wrong.add(name)
    add(name, tally, 'filas')
  }
  add('filas de antes', sumOf('kept-rows', await lookAtKeptRows(context, wrong)), 'filas')
  return { ...looked, checks }
}

async function readModelTally(context: VerifyContext, { comparisons, thread }: Folds, name: string): Promise<Tally> {
  const bar = context.progress(name, await context.core.store.head())
  const progress = (position: number) => bar.at(position)
  const folded = await thread?.tallyOf(name, progress)
  const comparison = comparisons.find(({ projection }) => projection.name === name)
  const tally =
    folded ?? (comparison && (await verifyReadModel({ ...context, store: context.core.store }, comparison, progress)))
  bar.end()
  return tally ?? new Tally('read-models')
}

type Looked = { tallies: readonly Tally[]; chain: Pick<ChainVerdict, 'head' | 'linked'>; skippedSchema: string | null }

/** Reads all events once on one connection, and runs the database's own checks on another. */
async function lookAtLog(
  context: VerifyContext,
  noted: NotedHash | null,
  { comparisons, books, thread }: Folds,
): Promise<Looked> {
  const { core, ownerPool, progress, signal } = context
  let skippedSchema: string | null = null
  const bar = progress('eventos', await core.store.head())
  const audience = new Audience(core.store, comparisons)
  const watched = {
    noted,
    signal,
    progress: (position: number) => bar.at(position),
    async handOn({ rows, opened, closed }: LogPage) {
      await Promise.all([audience.take(rows, closed, opened), books?.take(rows, closed)])
    },
    handOnBytes: async (page: Buffer<ArrayBuffer>) => thread?.take(page),
    closeBooks: () => (thread ?? (books as Books)).closeBooks(),
  }
  const [read, asked] = await atOneMoment<[Awaited<ReturnType<typeof verifyEvents>>, readonly Tally[]]>(ownerPool, [
    (client, beside) => verifyEvents(core, { client, beside }, watched),
    async (client) => [
      ...(await checked(client, 'schema', async () => {
        const { tally, skipped } = await verifySchema(client)
        skippedSchema = skipped
        return [tally]
      })),
      ...(await askDatabase(client, core)),
    ],
  ])
  bar.end()
  const { head, linked } = read.chain
  return { tallies: [...read.tallies, ...asked], chain: { head, linked }, skippedSchema }
}

async function askDatabase(client: pg.ClientBase, core: VerifyContext['core']): Promise<readonly Tally[]> {
  return [
    ...(await checked(client, 'commands', () => verifyCommands(client))),
    ...(await checked(client, 'claims', () => verifyClaims(client))),
    ...(await checked(client, 'accounts', () => verifyAccounts(client, core))),
    ...(await checked(client, 'erased', () => verifyErased(client))),
    ...(await checked(client, 'counters', () => verifyCounters(client))),
    ...(await checked(client, 'checkpoints', () => verifyCheckpoints(client))),
  ]
}

function lookAtKeptRows({ ownerPool }: VerifyContext, wrong: ReadonlySet<string>): Promise<readonly Tally[]> {
  const look = (client: pg.ClientBase) => checked(client, 'kept-rows', () => verifyKeptRows(client, wrong))
  return transaction(ownerPool, look, 'begin isolation level repeatable read read only')
}

type CheckOfLog = Exclude<Check, 'read-models' | 'kept-rows'>
const checkNames: Record<CheckOfLog, { name: string; of: string }> = {
  schema: { name: 'esquema', of: 'objetos de la base' },
  positions: { name: 'posiciones', of: 'eventos' },
  versions: { name: 'versiones', of: 'streams' },
  events: { name: 'eventos', of: 'eventos' },
  chain: { name: 'cadena', of: 'eventos encadenados' },
  commands: { name: 'comandos', of: 'ids' },
  stock: { name: 'stock', of: 'productos' },
  keys: { name: 'claves', of: 'cuentas' },
  claims: { name: 'correos', of: 'reservados' },
  accounts: { name: 'cuentas', of: 'cuentas' },
  counters: { name: 'contadores', of: 'contadores' },
  erased: { name: 'cuentas borradas', of: 'cuentas' },
  orders: { name: 'unidades de las órdenes', of: 'órdenes' },
  money: { name: 'pagos de las órdenes', of: 'órdenes' },
  jobs: { name: 'trabajos', of: 'que debe haber' },
  checkpoints: { name: 'avance', of: 'proyecciones y reactores' },
  'dead-letters': { name: 'eventos sin aplicar', of: 'apartados' },
}

function sumOf(check: Check, tallies: readonly Tally[]): Tally {
  const sum = new Tally(check)
  for (const tally of tallies.filter((one) => one.check === check)) {
    sum.looked += tally.looked
    sum.faults += tally.faults
    sum.found.push(...tally.found)
  }
  return sum
}
