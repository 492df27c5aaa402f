// Runs all checks in order: log and chain, schema, guards and accounts, read models, kept rows.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { isUnreachable } from '#backend/db/unreachable.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { schedules } from '#backend/jobs/queue.ts'
import { knownFailure } from '#backend/operations/known-failure.ts'
import { differenceTexts } from '#backend/operations/row-difference.ts'
import { Books } from '#backend/ops/verify/books.ts'
import { type CheckOfLog, checkNames, newTallies, Tally } from '#backend/ops/verify/finding.ts'
import { askAll, atOneMoment, checked, countOf, readOnly, type VerifyContext } from '#backend/ops/verify/one-moment.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { accountChecks, verifyKeys } from '#backend/ops/verify/verify-accounts.ts'
import { findLinked, type NotedHash, verifyChain } from '#backend/ops/verify/verify-chain.ts'
import { verifyCounters, verifyStock } from '#backend/ops/verify/verify-stock.ts'
import { commandChecks, streamCheck } from '#backend/ops/verify/verify-streams.ts'
import {
  jobChecks,
  reactorCheck,
  subscriptionChecks,
  verifyKeptRows,
} from '#backend/ops/verify/verify-subscriptions.ts'
import { beginFolds, type SharedFolds } from '#backend/ops/verify/walk/shared-folds.ts'
import { verifyEvents } from '#backend/ops/verify/walk/verify-events.ts'
import { projections } from '#backend/readmodels/projections.ts'

export type NamedCheck = { name: string; of: string; tally: Tally }
export type Verified = Looked & { checks: NamedCheck[] }
type Looked = { chain: { head: NotedHash; linked: number }; skippedSchema: string | null }

const comparedAtOnce = 2

export async function verifyAll(context: VerifyContext, noted: NotedHash | null, tell: (check: NamedCheck) => void) {
  await using opened = new AsyncDisposableStack()
  const folds = await beginFolds(context.ownerPool, context.core.store, projections)
  opened.defer(folds.end)
  const tallies = newTallies()
  const looked = await lookAtLog(context, { noted, folds, tallies })
  const ofLog = (Object.keys(checkNames) as CheckOfLog[]).map((check) => ({
    ...checkNames[check],
    tally: tallies[check],
  }))
  for (const check of ofLog) tell(check)
  const compared = await compareAll(context, folds)
  for (const check of compared) tell(check)
  const wrong = new Set(compared.filter(({ tally }) => tally.faults > 0).map(({ name }) => name))
  const kept = { name: 'filas de antes', of: 'filas', tally: new Tally('kept-rows') }
  const lookAtKeptRows = (client: pg.ClientBase) =>
    checked(client, kept.tally, () => verifyKeptRows(client, wrong, kept.tally))
  await transaction(context.ownerPool, lookAtKeptRows, readOnly)
  tell(kept)
  return { ...looked, checks: [...ofLog, ...compared, kept] }
}

type LogParts = { noted: NotedHash | null; folds: SharedFolds; tallies: ReturnType<typeof newTallies> }

/** Walks through all events, which `folds` take too, books those of orders, and runs PostgreSQL's checks meanwhile. */
async function lookAtLog({ core, ownerPool, at, ...context }: VerifyContext, parts: LogParts): Promise<Looked> {
  const { tallies } = parts
  const head = await core.store.head()
  at(0, head, 'eventos')
  const failed = new AbortController()
  const signal = AbortSignal.any([context.signal, failed.signal])
  try {
    return await atOneMoment(ownerPool, async (client, beside) => {
      const [{ log, followed }, books, skippedSchema] = await Promise.all([
        verifyEvents(core, client, { ...parts, signal, progress: (position) => at(position, head, 'eventos') }),
        beside((other) => Books.read(other, core.store.codec, tallies, signal)),
        beside((other) => askDatabase(other, core, parts)),
      ])
      let linked = 0
      await checked(client, tallies.chain, async () => {
        linked = await findLinked(client)
        await verifyChain(client, log, linked, tallies.chain)
      })
      await checked(client, tallies.stock, () => verifyStock(client, books, tallies.stock))
      tallies.jobs.looked = books.open.length + Object.keys(schedules).length
      await askAll(client, tallies, [reactorCheck(followed), ...jobChecks(books.open)])
      return { skippedSchema, chain: { head: log.head, linked } }
    })
  } finally {
    failed.abort()
  }
}

/** Sorts about a million events without the disk. */
const sorting = "set local work_mem = '64MB'"

async function askDatabase(client: pg.ClientBase, core: VerifyContext['core'], { tallies }: LogParts) {
  let skippedSchema: string | null = null
  await checked(client, tallies.schema, async () => {
    skippedSchema = await verifySchema(client, tallies.schema)
  })
  await client.query(sorting)
  await askAll(client, tallies, [streamCheck, ...commandChecks, ...accountChecks, ...subscriptionChecks])
  await checked(client, tallies.accounts, () => verifyKeys(client, core, tallies))
  await checked(client, tallies.counters, () => verifyCounters(client, tallies.counters))
  return skippedSchema
}

async function compareAll(context: VerifyContext, folds: SharedFolds): Promise<NamedCheck[]> {
  const checks = projections.map((projection) => {
    const { name } = projection
    return { projection, check: { name, of: 'filas', tally: new Tally('read-models') } }
  })
  const waiting = checks.entries()
  const compareNext = async () => {
    for (const [nth, { projection, check }] of waiting) {
      context.signal.throwIfAborted()
      await compareOne(context, folds, projection, check.tally)
      context.at(nth + 1, projections.length, 'proyecciones')
    }
  }
  await Promise.all(Array.from({ length: comparedAtOnce }, compareNext))
  return checks.map(({ check }) => check)
}

async function compareOne(
  { ownerPool, signal }: VerifyContext,
  folds: SharedFolds,
  projection: Projection,
  tally: Tally,
): Promise<void> {
  const { name } = projection
  const live = await ownerPool.query("select from es.subscriptions where name = $1 and state = 'live'", [name])
  if (live.rowCount === 0) {
    tally.add(name, `${name}: no tiene filas; se hacen con npm run ops -- rebuild ${name}`)
    return
  }
  try {
    tally.looked = await countOf(ownerPool, `rm.${name}`)
    for await (const { key, live: row, expected } of folds.differences(projection, () => signal.throwIfAborted())) {
      signal.throwIfAborted()
      const texts = differenceTexts(row, expected)
      tally.add(`${name} ${key}`, `${name}, fila ${key}: hay ${texts.live}, corresponde ${texts.expected}`)
    }
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    const reason = knownFailure(error) ?? (error instanceof Error ? error.message : String(error))
    tally.add(name, `${name}: no se puede rehacer desde el registro: ${reason}`)
  }
}
