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
import { fuzzRound } from '#scripts/fault-injection/fuzz/fuzz-round.ts'
import { rushRounds } from '#scripts/fault-injection/hot-product/rush.ts'
import { type Torment, torment } from '#scripts/fault-injection/kills/kill-round.ts'
import { lineOf, meetNeighbours } from '#scripts/fault-injection/neighbours/neighbour-round.ts'
import { bounded } from '#scripts/fault-injection/processes/bounded.ts'
import { takeOutput } from '#scripts/fault-injection/processes/child.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import { changeRelease } from '#scripts/fault-injection/rolling/release-round.ts'
import { loadLine } from '#scripts/fault-injection/rolling/under-load.ts'
import { besiege } from '#scripts/fault-injection/slow-clients/slow-clients-round.ts'
import { hasHaproxy } from '#scripts/testing/haproxy.ts'
import { askedOptions } from './asked-options.ts'
import { ensureFrontend } from './build-frontend.ts'

const numbers = ['kills', 'seed', 'minutes', 'requests', 'rounds', 'reads', 'orders'] as const
type Asked = Partial<Record<(typeof numbers)[number], number>>

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
const megabytesOf = (bytes: number) => Math.round(bytes / 1024 ** 2)
const newSeed = () => randomInt(2 ** 31)

/** Prints how a round went, and keeps a failing seed, with which npm test then starts. Returns whether all is well. */
async function tell(
  line: string,
  problems: readonly string[],
  kept?: readonly [kind: 'kills' | 'neighbours' | 'fuzz', round: object],
): Promise<boolean> {
  console.log(`${line}: ${problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (kept && problems.length > 0) {
    const [kind, round] = kept
    const seeds = JSON.parse(await readFile(keptFile, 'utf8')) as Record<typeof kind, object[]>
    seeds[kind].push(round)
    await writeFile(keptFile, `${JSON.stringify(seeds, undefined, 2)}\n`)
    console.log(`  kept in ${keptFile}`)
  }
  return problems.length === 0
}

async function kill(one: Torment): Promise<boolean> {
  const { kills, commands, events, slowestReturn, problems } = await torment(one)
  const back = `writes again after ${Math.round(slowestReturn)} ms`
  const line = `seed ${one.seed}: ${listed(kills)}; ${listed(commands)}, ${events} events, ${back}`
  return await tell(line, problems, ['kills', one])
}

/** A slow bystander fails the seed, but is not saved, since npm test judges no times. */
async function annoy(seed: number): Promise<boolean> {
  console.log(`seed ${seed}, neighbours:`)
  const withstood = await meetNeighbours({ seed }, pace, (each) => console.log(`  ${lineOf(each)}`))
  const { met, commands, events, problems } = withstood
  const line = `  ${met.length} faults, ${listed(commands)}, ${events} events`
  return (await tell(line, problems, ['neighbours', { seed }])) && !met.some(({ p99 }) => p99?.isSlow)
}

/** Runs the models of the store and its readers on new seeds, for `seconds` each. */
async function runModels(seconds: number): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', 'model.db.test.ts']
  const env = { PATH: process.execPath, MODEL_SECONDS: String(seconds) }
  const child = spawn(process.execPath, [...args, '--disable-console-intercept'], { stdio: 'inherit', env })
  const [status] = (await once(child, 'close')) as [number]
  return status === 0
}

async function injectFaults(asked: Asked, only?: string): Promise<boolean> {
  const { minutes, seed, kills = minutes || seed ? Number.POSITIVE_INFINITY : 1000 } = asked
  const deadline = Date.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let [killed, failed] = [0, 0]
  do {
    const one = { seed: seed ?? newSeed(), kills: Math.min(killsOfSeed, kills - killed) }
    if (only !== 'neighbours' && !(await kill(one))) failed++
    if (only !== 'kills' && !(await annoy(one.seed))) failed++
    killed += one.kills
  } while (seed === undefined && killed < kills && Date.now() < deadline)
  const modelsHold = seed !== undefined || (await runModels(minutes ? minutes * 15 : 60))
  console.log(`${failed} failing rounds${modelsHold ? '' : ', and a model FAILS'}`)
  return failed === 0 && modelsHold
}

async function fuzz({ requests: left = requestsOfSeed, seed = newSeed() }: Asked): Promise<boolean> {
  const round = { seed, requests: Math.min(requestsOfSeed, left) }
  const { sent, refused, events, held, problems } = await fuzzRound(round)
  const most = Math.max(...held.map(({ heapBytes }) => heapBytes))
  const memory = `holds ${megabytesOf(held.at(-1)?.heapBytes ?? 0)} MB, at most ${megabytesOf(most)}`
  const line = `seed ${seed}: ${sent} requests, ${refused} refused, ${events} events, ${memory}`
  const isWell = await tell(line, problems, ['fuzz', round])
  const rest = { requests: left - round.requests, seed: seed + 1 }
  if (rest.requests <= 0) return isWell
  console.log(`  goes on with --only fuzz --seed ${rest.seed} --requests ${rest.requests}`)
  return (await fuzz(rest)) && isWell
}

/** Exchanges the processes for another release and back, behind HAProxy if installed. */
async function releases({ rounds = 10, reads = 200, orders = 10 }: Asked): Promise<boolean> {
  await ensureFrontend()
  const balancer = (await hasHaproxy()) ? 'haproxy' : 'own'
  if (balancer === 'own') console.log('behind a balancer of our own; for HAProxy: apt-get install haproxy')
  const change = { rounds, balancer, rates: { reads, orders } } as const
  const changed = await bounded(leastMinutes + minutesOfRound * rounds, async (opened) => {
    const { databaseUrl } = await openServer(opened)
    return await changeRelease(databaseUrl, change, opened, console.log)
  })
  const { crowd, takenOverMs, problems } = changed
  const slowest = Math.round(Math.max(...takenOverMs))
  const failures = crowd.failed.map(({ path, status, text }) => `${path} ${status} ${text}`)
  const line = `${takenOverMs.length} processes ended, ${loadLine(crowd)}, fed again after ${slowest} ms at most`
  return await tell(line, [...failures, ...problems])
}

async function rush({ rounds = 100 }: Asked): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const problems = await rushRounds(databaseUrl, { rounds, delayMs: 100, lostShare: 0.02 })
  return await tell(`${rounds} rounds of 200 buyers of 20 units`, problems)
}

/** Ten seconds later, 95 % of calls must be as fast as before. */
async function holdOut(): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const siege = { lastsMs: 30_000, measuredMs: 10_000, isBusy: true }
  const { problems, calls, memory, p95 } = await besiege(databaseUrl, siege)
  const slow = p95.after > Math.max(50, 2 * p95.before) ? ['TOO SLOW afterwards'] : []
  const rounded = Object.entries(p95).map(([when, ms]) => `${when} ${Math.round(ms)} ms`)
  const megabytes = Object.values(memory).map(megabytesOf).join(' to ')
  return await tell(`${calls} calls, p95 ${rounded.join(', ')}, ${megabytes} MB`, [...slow, ...problems])
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
  process.on('exit', (code) => void (code && process.stderr.write(takeOutput())))
  const { values } = askedOptions(import.meta.filename, { numbers, words: { only: Object.keys(drills) } })
  const isWell = await (drills[values.only ?? ''] ?? injectFaults)(values)
  process.exit(isWell ? 0 : 1)
}
