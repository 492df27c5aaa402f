// npm run fault-injection -- [--minutes M] [--kills N] [--seed S] [--only kills|neighbours]: kills shops and their database under load, gives
// them bad neighbours, seed after seed, and judges what is left.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Suffered, type Torment, torment } from '#scripts/fault-injection/kills/kill-round.ts'
import { meetNeighbours, type Neighbours } from '#scripts/fault-injection/neighbours/neighbour-round.ts'
import { lineOf } from '#scripts/fault-injection/neighbours/telling.ts'

type Kind = 'kills' | 'neighbours'

const keptFile = join(import.meta.dirname, 'fault-injection/kept-seeds.json')
const killsOfSeed = 100
/** In milliseconds. */
const pace = { usualMs: 3000, faultMs: 4000 }

/** Keeps a failing seed: npm test begins with it from then on. */
async function keep(kind: Kind, failed: Torment | Neighbours): Promise<void> {
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

/** A bystander who became slow fails the seed too, which is not kept for that: npm test judges no times. */
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

/** The models of the store and of its readers on new seeds, for some seconds each. */
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

if (import.meta.main) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { kills: text, seed: text, minutes: text, only: text } })
  if (values.only !== undefined && values.only !== 'kills' && values.only !== 'neighbours')
    throw new Error(`--only is kills or neighbours, not ${values.only}`)
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
  process.exitCode = failed > 0 || !modelsHold ? 1 : 0
}
