// npm run fault-injection -- [--kills N] [--seed S] [--minutes M]: kills shops and their database under load, seed after seed, and judges what is left.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Suffered, type Torment, torment } from '#scripts/fault-injection/kills/kill-round.ts'

const keptFile = join(import.meta.dirname, 'fault-injection/kept-seeds.json')
const killsOfSeed = 100

/** Keeps a failing seed: npm test begins with it from then on. */
async function keep(failed: Torment): Promise<void> {
  const kept = JSON.parse(await readFile(keptFile, 'utf8')) as Torment[]
  await writeFile(keptFile, `${JSON.stringify([...kept, failed], undefined, 2)}\n`)
}

async function tormentOnce(one: Torment): Promise<boolean> {
  const begin = performance.now()
  const tell = (kills: number) => process.stdout.write(`\r  ${kills} of ${one.kills} kills`)
  const suffered = await torment(one, process.stdout.isTTY ? tell : undefined)
  console.log(`\rseed ${one.seed}: ${describe(suffered)}, ${Math.round((performance.now() - begin) / 1000)} s`)
  for (const problem of suffered.problems.slice(0, 20)) console.log(`  ${problem}`)
  if (suffered.problems.length === 0) return true
  await keep(one)
  console.log(`  kept in ${keptFile}`)
  return false
}

function describe({ kills, commands, events, slowestReturn, problems }: Suffered): string {
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0)
  const told = Object.entries(commands).map(([is, count]) => `${count} ${is}`)
  const verdict = problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`
  return `${total} kills, ${told.join(', ')}, ${events} events, writes again after ${Math.round(slowestReturn)} ms: ${verdict}`
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
  const options = { kills: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const kills = Number(values.kills ?? (values.minutes || values.seed ? Number.POSITIVE_INFINITY : 1000))
  const deadline = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let [killed, failed] = [0, 0]
  do {
    const one = { seed: Number(values.seed ?? randomInt(2 ** 31)), kills: Math.min(killsOfSeed, kills - killed) }
    if (!(await tormentOnce(one))) failed++
    killed += one.kills
  } while (!values.seed && killed < kills && Date.now() < deadline)
  const modelsHold = values.seed !== undefined || (await runModels(values.minutes ? Number(values.minutes) * 15 : 60))
  console.log(`${killed} kills, ${failed} failing seeds${modelsHold ? '' : ', and a model FAILS'}`)
  process.exitCode = failed > 0 || !modelsHold ? 1 : 0
}
