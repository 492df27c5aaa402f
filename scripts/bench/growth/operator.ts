// The operator's work on a whole log: time and memory of rebuild and verify, and a rebuild beside a plain read.
import type pg from 'pg'
import { type Bench, openCoreOn } from '#scripts/bench/ground.ts'
import { type Finding, tell } from '#scripts/bench/measure.ts'
import { type OpsDone, runOpsProcess } from '#scripts/fault-injection/processes/ops-process.ts'
import { fillLog } from './fill-log.ts'
import { eventsPerOrder, history } from './history.ts'

const memoryAim = 500e6
const [verifySeconds, manyEvents] = [60, 5_000_000]
const pageSize = 2000

export const rebuild: Bench = async (ground, { events: wanted = 1_000_000 }) => {
  const [core, raw] = await openCoreOn(ground)
  const events = await fillLog(core, history(Math.ceil(wanted / eventsPerOrder)))
  const findings: Finding[] = []
  const measured = async (args: readonly string[], mostSeconds?: number) => {
    const done = await runOpsProcess(core.databaseUrl, args)
    if (done.code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${done.code}: ${done.out} ${done.err}`)
    findings.push(...tellMeasured(`${args.join(' ')}, ${events} events`, done, mostSeconds))
    return done.seconds
  }
  await measured(['rebuild', 'all'])
  await measured(['verify'], events < manyEvents ? undefined : verifySeconds)
  const value = (await secondsToRead(raw)) / (await measured(['rebuild', 'orders']))
  const what = 'rebuild orders, its process included, beside a raw read of all pages'
  return [...findings, tell(what, `ratio ${value.toFixed(2)}`, { value, least: 0.5, unit: 'x' })]
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

/** Fails the benchmark if a command exceeds its memory, on any machine. */
export function tellMeasured(what: string, { seconds, memory }: OpsDone, mostSeconds?: number): Finding[] {
  const [megabytes, most] = [memory / 1e6, memoryAim / 1e6]
  const aim = { value: megabytes, most, unit: ' MB' }
  const size = tell(`${what}: peak memory of the process`, `${megabytes.toFixed(0)} MB`, aim)
  const limits = mostSeconds === undefined ? [] : [{ value: seconds, most: mostSeconds, unit: ' s' }]
  return [{ ...size, isBinding: true }, tell(`${what}: time`, `${seconds.toFixed(1)} s`, ...limits)]
}
