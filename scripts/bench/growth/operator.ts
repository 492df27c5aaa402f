// The operator's work on a whole log: rebuild, verify, dry run of a rebuild; time and memory of each, and a rebuild
// beside a plain read of the log.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { type Bench, openCoreOn } from '#scripts/bench/ground.ts'
import { type Finding, tell } from '#scripts/bench/measure.ts'
import { keysUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { fillLog } from './fill-log.ts'
import { eventsPerOrder, history } from './history.ts'

export const { dataKey } = keysUnderTest
const ops = join(import.meta.dirname, '../../../backend/ops/ops.ts')
const preload = join(import.meta.dirname, 'peak-memory.ts')
/** Same as for `npm run ops`. */
const [youngHeap, usualHeap] = ['--max-semi-space-size=8', 1200]
const memoryAim = 500e6
/** Seconds for five million events. */
const [verifyAim, manyEvents] = [60, 5_000_000]
const pageSize = 2000

export type Measured = { code: number; out: string; err: string; seconds: number; memory: number }

export const rebuild: Bench = {
  async run(ground, { events: wanted = 1_000_000 }) {
    await using opened = new AsyncDisposableStack()
    const databaseUrl = await ground.createDatabase()
    const [core, raw] = await openCoreOn(databaseUrl, opened)
    const events = await fillLog(core, raw, history(Math.ceil(wanted / eventsPerOrder)))
    const findings: Finding[] = []
    const measured = async (args: readonly string[], secondsAim?: number) => {
      const done = await measureOps(databaseUrl, args)
      if (done.code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${done.code}: ${done.out} ${done.err}`)
      findings.push(...tellMeasured(`${args.join(' ')}, ${events} events`, done, secondsAim))
      return done.seconds
    }
    await measured(['rebuild', 'all'])
    await measured(['verify'], events < manyEvents ? undefined : verifyAim)
    await measured(['rebuild', 'all', '--dry-run'])
    findings.push(tellToFloor(await measured(['rebuild', 'orders']), await secondsToRead(raw), events))
    return findings
  },
}

function tellToFloor(seconds: number, floor: number, events: number): Finding {
  const rate = (of: number) => `${Math.round(events / of)} events/s`
  const ratio = floor / seconds
  return tell({
    what: 'rebuild orders, its process included',
    figure: `shop ${rate(seconds)}, raw read of all pages ${rate(floor)}, ratio ${ratio.toFixed(2)}`,
    aim: '>= 0.5x',
    isReached: ratio >= 0.5,
  })
}

async function secondsToRead(raw: pg.Pool): Promise<number> {
  const started = performance.now()
  for (let position = 0; ; ) {
    const text = 'select * from es.events where pos > $1 order by pos limit $2'
    const { rows } = await raw.query<{ pos: number }>({ name: 'read all', text, values: [position, pageSize] })
    position = rows.at(-1)?.pos ?? position
    if (rows.length < pageSize) return (performance.now() - started) / 1000
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
export function tellMeasured(what: string, { seconds, memory }: Measured, secondsAim?: number): Finding[] {
  return [
    tell({
      what: `${what}: peak memory of the process`,
      figure: `${(memory / 1e6).toFixed(0)} MB`,
      aim: `<= ${memoryAim / 1e6} MB`,
      isReached: memory <= memoryAim,
      isBinding: true,
    }),
    tell({
      what: `${what}: time`,
      figure: `${seconds.toFixed(1)} s`,
      aim: secondsAim === undefined ? '' : `<= ${secondsAim} s`,
      isReached: seconds <= (secondsAim ?? Number.POSITIVE_INFINITY),
    }),
  ]
}
