// Operator's work on a whole log: verify, dry run of a rebuild, rebuild; time and memory of each.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { type Finding, tell } from '#scripts/bench/measure.ts'
import { fillLog } from './fill-log.ts'
import { eventsPerOrder, history } from './history.ts'
import { measureLookups } from './lookups.ts'

export const dataKey = Buffer.alloc(32, 1)
const ops = join(import.meta.dirname, '../../../backend/ops/ops.ts')
const preload = join(import.meta.dirname, 'peak-memory.ts')
/** Same as for `npm run ops`. */
const [youngHeap, usualHeap] = ['--max-semi-space-size=8', 1200]
const memoryAim = 500e6
const verifyAim = 60

export type Measured = { code: number; out: string; err: string; seconds: number; memory: number }

export async function run(ground: Ground, wanted: number): Promise<Finding[]> {
  const url = await ground.createDatabase()
  const orders = Math.ceil(wanted / eventsPerOrder)
  const events = await fillDatabase(url, orders)
  const findings: Finding[] = []
  const measured = async (what: string, aim: number, args: readonly string[]) => {
    const done = await measureOps(url, args)
    if (done.code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${done.code}: ${done.out} ${done.err}`)
    findings.push(...tellMeasured(`${what}, ${events} events`, done, aim))
  }
  const anyTime = Number.POSITIVE_INFINITY
  await measured('rebuild all: every projection for the first time', anyTime, ['rebuild', 'all'])
  await measured('verify', verifyAim, ['verify'])
  await measured('rebuild all --dry-run', anyTime, ['rebuild', 'all', '--dry-run'])
  await measured('rebuild orders, beside the rows of before', anyTime, ['rebuild', 'orders'])
  return [...findings, ...(await measureLookups(url, orders, events))]
}

/** Returns the number of events. */
export async function fillDatabase(databaseUrl: string, orders: number): Promise<number> {
  await migrate(databaseUrl)
  const core = await openCore({ databaseUrl, dataKey, sessionSecret: 'b'.repeat(40) })
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'bench', limits: false })
  try {
    return await fillLog(core, owner, history(orders))
  } finally {
    await owner.end()
    await core.close()
  }
}

/** `heap`: in megabytes. */
export async function measureOps(databaseUrl: string, args: readonly string[], heap = usualHeap): Promise<Measured> {
  const cache = getCompileCacheDir()
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [youngHeap, `--max-old-space-size=${heap}`, '--import', preload, ops, ...args],
    {
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: tmpdir(),
        DATA_KEY: dataKey.toString('base64'),
        // Keeps the compile cache, as for npm run ops.
        ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const [out, err, memory, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, out, err, seconds: (performance.now() - started) / 1000, memory: Number(memory) }
}

/** Fails the benchmark if a command exceeds its memory, on any machine. */
export function tellMeasured(what: string, { seconds, memory }: Measured, secondsAim: number): Finding[] {
  const goal = 'G11'
  const hasAim = Number.isFinite(secondsAim)
  return [
    tell({
      goal,
      what: `${what}: peak memory of the process`,
      figure: `${(memory / 1e6).toFixed(0)} MB`,
      aim: `<= ${memoryAim / 1e6} MB`,
      isReached: memory <= memoryAim,
      isBinding: true,
    }),
    tell({
      goal,
      what: `${what}: time`,
      figure: `${seconds.toFixed(1)} s`,
      aim: hasAim ? `<= ${secondsAim} s` : '',
      isReached: seconds <= secondsAim,
    }),
  ]
}
