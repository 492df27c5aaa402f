// npm run fault-injection -- [--minutes M] [--kills N] [--seed S] [--only kills|neighbours]: kills shops and their
// database under load and gives them bad neighbours, seed after seed, then judges the result.
// npm run fault-injection -- --only fuzz [--requests N] [--seed S]: sends absurd requests, one process per seed, and
// judges answers, log and memory. To resume, use the seed and the number of requests in the last line.
// npm run fault-injection -- --only hot-product [--rounds N]: 200 buyers of 20 units, N times (default 100), in two
// processes on a slow and lossy network.
// npm run fault-injection -- --only rolling [--rounds N] [--reads R] [--orders O]: restarts all processes of a shop N
// times (default 10) under R reads and O orders a second (200 and 10).
// npm run fault-injection -- --only slow-clients: a thousand slow clients for half a minute on a busy machine, beside
// normal visitors.
// npm run fault-injection -- --only releases [--rounds N] [--reads R] [--orders O]: the same load while another
// release is deployed and rolled back.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FuzzRound } from '#scripts/fault-injection/fuzz/fuzz.ts'
import { type FuzzOutcome, fuzzRound } from '#scripts/fault-injection/fuzz/fuzz-round.ts'
import { rushRounds } from '#scripts/fault-injection/hot-product/rush-rounds.ts'
import { type Suffered, type Torment, torment } from '#scripts/fault-injection/kills/kill-round.ts'
import { meetNeighbours, type Neighbours } from '#scripts/fault-injection/neighbours/neighbour-round.ts'
import { lineOf } from '#scripts/fault-injection/neighbours/telling.ts'
import { bounded } from '#scripts/fault-injection/processes/bounded.ts'
import { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import { changeRelease } from '#scripts/fault-injection/rolling/release-round.ts'
import { rollOver } from '#scripts/fault-injection/rolling/rolling-round.ts'
import { besiege } from '#scripts/fault-injection/slow-clients/slow-clients-round.ts'
import { hasHaproxy } from '#scripts/testing/haproxy.ts'
import { askedOptions } from './asked-options.ts'
import { ensureFrontend } from './build-frontend.ts'

type Kind = 'kills' | 'neighbours' | 'fuzz'

const keptFile = join(import.meta.dirname, 'fault-injection/kept-seeds.json')
const killsOfSeed = 100
/** Minutes of a quiet machine; a round's sessions last half an hour. */
const requestsOfSeed = 100_000
const pace = { usualMs: 3000, faultMs: 4000, longMs: 60_000 }

/** Saves a failing seed, so that npm test starts with it. */
async function keep(kind: Kind, failed: Torment | Neighbours | FuzzRound): Promise<void> {
  const kept = JSON.parse(await readFile(keptFile, 'utf8')) as Record<Kind, unknown[]>
  kept[kind].push(failed)
  await writeFile(keptFile, `${JSON.stringify(kept, undefined, 2)}\n`)
  console.log(`  kept in ${keptFile}`)
}

async function killOnce(one: Torment): Promise<boolean> {
  const begin = performance.now()
  const tell = (kills: number) => process.stdout.write(`\r  ${kills} of ${one.kills} kills`)
  const suffered = await torment(one, process.stdout.isTTY ? tell : undefined)
  console.log(`\rseed ${one.seed}: ${describe(suffered)}, ${Math.round((performance.now() - begin) / 1000)} s`)
  for (const problem of suffered.problems.slice(0, 20)) console.log(`  ${problem}`)
  if (suffered.problems.length > 0) await keep('kills', one)
  return suffered.problems.length === 0
}

function describe({ kills, commands, events, slowestReturn, problems }: Suffered): string {
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0)
  const back = `writes again after ${Math.round(slowestReturn)} ms`
  return `${total} kills, ${listed(commands)}, ${events} events, ${back}: ${verdict(problems)}`
}

const listed = (counts: object) =>
  Object.entries(counts)
    .map(([is, count]) => `${count} ${is}`)
    .join(', ')
const verdict = (problems: readonly string[]) => (problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`)

/** A slow bystander fails the seed, but is not saved, since npm test judges no times. */
async function neighboursOnce(one: Neighbours): Promise<boolean> {
  console.log(`seed ${one.seed}, neighbours:`)
  const { met, commands, events, problems } = await meetNeighbours(one, pace, (each) =>
    console.log(`  ${lineOf(each)}`),
  )
  console.log(`  ${met.length} faults, ${listed(commands)}, ${events} events: ${verdict(problems)}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (problems.length > 0) await keep('neighbours', one)
  return problems.length === 0 && !met.some(({ p99 }) => p99?.isSlow)
}

/** Runs consecutive seeds. Returns the number of failures. */
async function fuzzAll(requests: number, firstSeed: number): Promise<number> {
  let failed = 0
  for (let [left, seed] = [requests, firstSeed]; left > 0; seed++) {
    const round = { seed, requests: Math.min(requestsOfSeed, left) }
    const begin = performance.now()
    const tell = (sent: number) => process.stdout.write(`\r  ${sent} of ${round.requests} requests`)
    const outcome = await fuzzRound(round, process.stdout.isTTY ? tell : undefined)
    left -= round.requests
    console.log(`\rseed ${seed}: ${describeFuzz(outcome)}, ${Math.round((performance.now() - begin) / 1000)} s`)
    if (outcome.problems.length > 0) {
      failed++
      for (const problem of outcome.problems) console.log(`  ${problem}`)
      // A round that could not begin says nothing about its seed.
      if (outcome.sent > 0) await keep('fuzz', round)
    }
    if (left > 0) console.log(`  goes on with --only fuzz --seed ${seed + 1} --requests ${left}`)
  }
  return failed
}

function describeFuzz({ sent, refused, events, held, problems }: FuzzOutcome): string {
  const megabytes = held.map(({ heapBytes }) => heapBytes / 1024 ** 2)
  const memory =
    held.length > 0
      ? `holds ${Math.round(megabytes.at(-1) ?? 0)} MB, at most ${Math.round(Math.max(...megabytes))}`
      : ''
  return `${[`${sent} requests`, `${refused} refused`, `${events} events`, memory].filter(Boolean).join(', ')}: ${verdict(problems)}`
}

/** Runs the models of the store and its readers on new seeds, for `seconds` each. */
async function runModels(seconds: number): Promise<boolean> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'db',
    'model.db.test.ts',
    '--disable-console-intercept',
  ]
  const env = { MODEL_SECONDS: String(seconds) }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { PATH: process.execPath, ...env } })
  return (await new Promise((resolve) => child.on('close', resolve))) === 0
}

/** Twice the time of a quiet machine. */
const [leastMinutes, minutesOfRound] = [4, 2]

/** Restarts processes or exchanges them for another release, behind HAProxy if installed. */
async function underLoad(kind: 'rolling' | 'releases', { rounds, reads, orders }: Asked): Promise<boolean> {
  await ensureFrontend()
  const balancer = (await hasHaproxy()) ? 'haproxy' : 'own'
  console.log(
    balancer === 'own' ? 'behind a balancer of our own; for HAProxy: apt-get install haproxy' : 'behind HAProxy',
  )
  const times = Number(rounds ?? 10)
  const rates = { reads: Number(reads ?? 200), orders: Number(orders ?? 10) }
  const begin = performance.now()
  const tell = (line: string) => console.log(`${line}, after ${Math.round((performance.now() - begin) / 1000)} s`)
  const borne = await bounded(leastMinutes + minutesOfRound * times, async (signal) => {
    await using opened = new AsyncDisposableStack()
    const server = await ServerUnderTest.create(tmpdir())
    opened.defer(() => server.remove())
    const load = { rounds: times, balancer, rates, signal } as const
    if (kind === 'rolling') return await rollOver(server.databaseUrl, { ...load, processes: 3 }, tell)
    return await changeRelease(server.databaseUrl, load, tell)
  })
  const { asked, skipped, orders: placed, failed, takenOverMs, problems } = borne
  const slowest = Math.round(Math.max(...takenOverMs))
  console.log(
    `${takenOverMs.length} processes ended, ${listed(asked)}, ${skipped} not asked for lack of time, ${placed} orders,`,
    `fed again after ${slowest} ms at most: ${failed.length} failed, ${verdict(problems)}`,
  )
  for (const one of failed.slice(0, 20)) console.log(`  ${one.path} ${one.status} ${one.text}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  return failed.length === 0 && problems.length === 0
}

async function rushOften(rounds: number): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const server = await ServerUnderTest.create(tmpdir())
  opened.defer(() => server.remove())
  const problems = await rushRounds(server.databaseUrl, { rounds, delayMs: 100, lostShare: 0.02 }, (round) =>
    process.stdout.write(process.stdout.isTTY ? `\r  ${round} of ${rounds} rounds` : ''),
  )
  console.log(`\r${rounds} rounds of 200 buyers of 20 units: ${verdict(problems)}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  return problems.length === 0
}

/** Ten seconds later, 95 % of calls must be as fast as before. */
async function holdOut(): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const server = await ServerUnderTest.create(tmpdir())
  opened.defer(() => server.remove())
  const { problems, calls, memory, p95 } = await besiege(server.databaseUrl, {
    ...{ lastsMs: 30_000, measuredMs: 10_000, isBusy: true },
  })
  const rounded = Object.entries(p95).map(([when, ms]) => `${when} ${Math.round(ms)} ms`)
  const megabytes = Object.values(memory).map((bytes) => Math.round(bytes / 1024 ** 2))
  const isSlow = p95.after > Math.max(50, 2 * p95.before)
  console.log(
    `${calls} calls, p95 ${rounded.join(', ')}${isSlow ? ': TOO SLOW' : ''}, ${megabytes.join(' to ')} MB: ${verdict(problems)}`,
  )
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  return problems.length === 0 && !isSlow
}

if (import.meta.main) {
  const text = { type: 'string' } as const
  const options = {
    kills: text,
    seed: text,
    minutes: text,
    only: text,
    requests: text,
    rounds: text,
    reads: text,
    orders: text,
  }
  const only = ['kills', 'neighbours', 'fuzz', 'hot-product', 'rolling', 'releases', 'slow-clients']
  const { values } = askedOptions(import.meta.filename, { options }, { only })
  if (values.only === 'rolling' || values.only === 'releases')
    process.exit((await underLoad(values.only, values)) ? 0 : 1)
  if (values.only === 'slow-clients') process.exit((await holdOut()) ? 0 : 1)
  if (values.only === 'hot-product') process.exit((await rushOften(Number(values.rounds ?? 100))) ? 0 : 1)
  const failing =
    values.only === 'fuzz'
      ? await fuzzAll(Number(values.requests ?? requestsOfSeed), Number(values.seed ?? randomInt(2 ** 31)))
      : await injectFaults(values)
  process.exitCode = failing > 0 ? 1 : 0
}

type Asked = Partial<Record<'kills' | 'seed' | 'minutes' | 'only' | 'rounds' | 'reads' | 'orders', string>>

/**
 * Kills and neighbours, seed after seed, then the models. Returns the number of failed rounds; a model counts as one.
 */
async function injectFaults(values: Asked): Promise<number> {
  const kills = Number(values.kills ?? (values.minutes || values.seed ? Number.POSITIVE_INFINITY : 1000))
  const deadline = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let [killed, failed] = [0, 0]
  do {
    const seed = Number(values.seed ?? randomInt(2 ** 31))
    const one = { seed, kills: Math.min(killsOfSeed, kills - killed) }
    if (values.only !== 'neighbours' && !(await killOnce(one))) failed++
    if (values.only !== 'kills' && !(await neighboursOnce({ seed }))) failed++
    killed += one.kills
  } while (!values.seed && killed < kills && Date.now() < deadline)
  const modelsHold = values.seed !== undefined || (await runModels(values.minutes ? Number(values.minutes) * 15 : 60))
  console.log(`${failed} failing rounds${modelsHold ? '' : ', and a model FAILS'}`)
  return failed + (modelsHold ? 0 : 1)
}
