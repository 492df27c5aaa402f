// npm run fault-injection -- [--minutes M] [--kills N] [--seed S] [--only kills|neighbours]: kills shops and their
// database under load and gives them bad neighbours, seed after seed, then judges the result.
// npm run fault-injection -- --only fuzz [--requests N] [--seed S]: sends absurd requests, one process per seed, and
// judges answers, log and memory. To resume, use the seed and the number of requests in the last line.
// npm run fault-injection -- --only hot-product [--rounds N]: 200 buyers of 20 units, N times (default 100), in two
// processes on a slow and lossy network.
// npm run fault-injection -- --only slow-clients: a thousand slow clients for half a minute on a busy machine, beside
// normal visitors.
// npm run fault-injection -- --only releases [--rounds N] [--reads R] [--orders O]: deploys another release and rolls
// it back N times (default 10) under R reads and O orders a second (200 and 10).
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FuzzRound } from '#scripts/fault-injection/fuzz/fuzz.ts'
import { fuzzRound } from '#scripts/fault-injection/fuzz/fuzz-round.ts'
import { rushRounds } from '#scripts/fault-injection/hot-product/rush.ts'
import { type Torment, torment } from '#scripts/fault-injection/kills/kill-round.ts'
import { lineOf, meetNeighbours, type Neighbours } from '#scripts/fault-injection/neighbours/neighbour-round.ts'
import { bounded } from '#scripts/fault-injection/processes/bounded.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import { changeRelease } from '#scripts/fault-injection/rolling/release-round.ts'
import { besiege } from '#scripts/fault-injection/slow-clients/slow-clients-round.ts'
import { hasHaproxy } from '#scripts/testing/haproxy.ts'
import { askedOptions } from './asked-options.ts'
import { ensureFrontend } from './build-frontend.ts'

type Asked = Partial<Record<'kills' | 'seed' | 'minutes' | 'requests' | 'rounds' | 'reads' | 'orders', string>>

const keptFile = join(import.meta.dirname, 'fault-injection/kept-seeds.json')
const killsOfSeed = 100
/** Minutes of a quiet machine; a round's sessions last half an hour. */
const requestsOfSeed = 100_000
const pace = { usualMs: 3000, faultMs: 4000, longMs: 60_000 }
/** Twice the time of a quiet machine. */
const [leastMinutes, minutesOfRound] = [4, 2]

const listed = (counts: object) =>
  Object.entries(counts)
    .map(([is, count]) => `${count} ${is}`)
    .join(', ')

/** Prints how a round went; returns whether all is well. */
function tell(line: string, problems: readonly string[]): boolean {
  console.log(`${line}: ${problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  return problems.length === 0
}

/** Saves a failing seed, so that npm test starts with it. */
async function keep(kind: 'kills' | 'neighbours' | 'fuzz', failed: Torment | Neighbours | FuzzRound): Promise<void> {
  const kept = JSON.parse(await readFile(keptFile, 'utf8')) as Record<typeof kind, unknown[]>
  kept[kind].push(failed)
  await writeFile(keptFile, `${JSON.stringify(kept, undefined, 2)}\n`)
  console.log(`  kept in ${keptFile}`)
}

async function kill(one: Torment): Promise<boolean> {
  const { kills, commands, events, slowestReturn, problems } = await torment(one)
  const back = `writes again after ${Math.round(slowestReturn)} ms`
  const isWell = tell(`seed ${one.seed}: ${listed(kills)}; ${listed(commands)}, ${events} events, ${back}`, problems)
  if (!isWell) await keep('kills', one)
  return isWell
}

/** A slow bystander fails the seed, but is not saved, since npm test judges no times. */
async function annoy(one: Neighbours): Promise<boolean> {
  console.log(`seed ${one.seed}, neighbours:`)
  const { met, commands, events, problems } = await meetNeighbours(one, pace, (each) =>
    console.log(`  ${lineOf(each)}`),
  )
  const isWell = tell(`  ${met.length} faults, ${listed(commands)}, ${events} events`, problems)
  if (!isWell) await keep('neighbours', one)
  return isWell && !met.some(({ p99 }) => p99?.isSlow)
}

/** Runs the models of the store and its readers on new seeds, for `seconds` each. */
async function runModels(seconds: number): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', 'model.db.test.ts']
  const env = { PATH: process.execPath, MODEL_SECONDS: String(seconds) }
  const child = spawn(process.execPath, [...args, '--disable-console-intercept'], { stdio: 'inherit', env })
  const [status] = (await once(child, 'close')) as [number]
  return status === 0
}

/** Kills and neighbours, seed after seed, then the models. */
async function injectFaults(values: Asked, only?: string): Promise<boolean> {
  const kills = Number(values.kills ?? (values.minutes || values.seed ? Number.POSITIVE_INFINITY : 1000))
  const deadline = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let [killed, failed] = [0, 0]
  do {
    const seed = Number(values.seed ?? randomInt(2 ** 31))
    const one = { seed, kills: Math.min(killsOfSeed, kills - killed) }
    if (only !== 'neighbours' && !(await kill(one))) failed++
    if (only !== 'kills' && !(await annoy({ seed }))) failed++
    killed += one.kills
  } while (!values.seed && killed < kills && Date.now() < deadline)
  const modelsHold = values.seed !== undefined || (await runModels(values.minutes ? Number(values.minutes) * 15 : 60))
  console.log(`${failed} failing rounds${modelsHold ? '' : ', and a model FAILS'}`)
  return failed === 0 && modelsHold
}

/** Runs consecutive seeds. */
async function fuzz({ requests = String(requestsOfSeed), seed = String(randomInt(2 ** 31)) }: Asked): Promise<boolean> {
  let isWell = true
  for (let [left, next] = [Number(requests), Number(seed)]; left > 0; next++) {
    const round = { seed: next, requests: Math.min(requestsOfSeed, left) }
    const { sent, refused, events, held, problems } = await fuzzRound(round)
    const megabytes = held.map(({ heapBytes }) => Math.round(heapBytes / 1024 ** 2))
    const memory = `holds ${megabytes.at(-1)} MB, at most ${Math.max(...megabytes)}`
    left -= round.requests
    if (!tell(`seed ${next}: ${sent} requests, ${refused} refused, ${events} events, ${memory}`, problems)) {
      isWell = false
      // A round that could not begin says nothing about its seed.
      if (sent > 0) await keep('fuzz', round)
    }
    if (left > 0) console.log(`  goes on with --only fuzz --seed ${next + 1} --requests ${left}`)
  }
  return isWell
}

/** Exchanges the processes for another release and back, behind HAProxy if installed. */
async function releases({ rounds = '10', reads = '200', orders = '10' }: Asked): Promise<boolean> {
  await ensureFrontend()
  const balancer = (await hasHaproxy()) ? 'haproxy' : 'own'
  console.log(
    `behind ${balancer === 'own' ? 'a balancer of our own; for HAProxy: apt-get install haproxy' : 'HAProxy'}`,
  )
  const change = { rounds: Number(rounds), balancer, rates: { reads: Number(reads), orders: Number(orders) } } as const
  const changed = await bounded(leastMinutes + minutesOfRound * change.rounds, async (opened) => {
    const { databaseUrl } = await openServer(opened)
    return await changeRelease(databaseUrl, change, opened, console.log)
  })
  const { asked, skipped, orders: placed, failed, takenOverMs, problems } = changed
  const slowest = Math.round(Math.max(...takenOverMs))
  const calls = `${listed(asked)}, ${skipped} not asked for lack of time, ${placed} orders, ${failed.length} failed`
  const failures = failed.map(({ path, status, text }) => `${path} ${status} ${text}`)
  const line = `${takenOverMs.length} processes ended, ${calls}, fed again after ${slowest} ms at most`
  return tell(line, [...failures, ...problems])
}

async function rush({ rounds = '100' }: Asked): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const problems = await rushRounds(databaseUrl, { rounds: Number(rounds), delayMs: 100, lostShare: 0.02 })
  return tell(`${rounds} rounds of 200 buyers of 20 units`, problems)
}

/** Ten seconds later, 95 % of calls must be as fast as before. */
async function holdOut(): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const { problems, calls, memory, p95 } = await besiege(databaseUrl, {
    ...{ lastsMs: 30_000, measuredMs: 10_000, isBusy: true },
  })
  const slow = p95.after > Math.max(50, 2 * p95.before) ? ['TOO SLOW afterwards'] : []
  const rounded = Object.entries(p95).map(([when, ms]) => `${when} ${Math.round(ms)} ms`)
  const megabytes = Object.values(memory).map((bytes) => Math.round(bytes / 1024 ** 2))
  const line = `${calls} calls, p95 ${rounded.join(', ')}, ${megabytes.join(' to ')} MB`
  return tell(line, [...slow, ...problems])
}

const drills: Record<string, (asked: Asked) => Promise<boolean>> = {
  kills: (asked) => injectFaults(asked, 'kills'),
  neighbours: (asked) => injectFaults(asked, 'neighbours'),
  fuzz,
  'hot-product': rush,
  releases,
  'slow-clients': holdOut,
}

if (import.meta.main) {
  const text = { type: 'string' } as const
  const options = { kills: text, seed: text, minutes: text, requests: text, rounds: text, reads: text, orders: text }
  const { values } = askedOptions(
    import.meta.filename,
    { options: { ...options, only: text } },
    { only: Object.keys(drills) },
  )
  const isWell = await (drills[values.only ?? ''] ?? injectFaults)(values)
  process.exit(isWell ? 0 : 1)
}
