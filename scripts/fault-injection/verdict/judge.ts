// The oracle: checks the journal of answers against the log, and all derived data against the log.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Core } from '#backend/shop.ts'
import type { JournalLine } from '#scripts/fault-injection/load/journal.ts'
import { checkBooks } from './books.ts'
import { type Planted, verifyAsOperator } from './operator.ts'

/**
 * Returns all problems. Call once every subscription has reached the end of the log. `planted`: events written past
 * the shop.
 */
export async function judge(
  core: Core,
  journal: readonly JournalLine[],
  planted: Planted = { unreadable: new Set(), rewritten: new Set() },
): Promise<string[]> {
  const events = await readLog(core, planted.unreadable)
  const checks = [
    checkVersions(core),
    checkCommands(core, events, journal),
    checkBooks(core, events, journal),
    checkReadModels(core),
    checkJobs(core, events),
    verifyAsOperator(core, planted),
  ]
  return (await Promise.all(checks)).flat()
}

async function readLog({ store }: Core, unreadable: ReadonlySet<number>): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (let last = 0; ; ) {
    const page = await store.readAfter(last, 5000)
    if (page.length === 0) return events
    last = page.at(-1)?.pos ?? last
    const readable = page.filter(({ pos }) => !unreadable.has(pos))
    events.push(...(await store.codec.decode(readable, { unseal: false })))
  }
}

async function checkVersions({ pool }: Core): Promise<string[]> {
  const jumps = await pool.query<{ pos: number; version: number }>(
    `select pos, version from (select pos, version, row_number() over (partition by stream_id order by pos) as nth from es.events) e
     where version <> nth order by pos`,
  )
  const problems = jumps.rows.map(({ pos, version }) => `position ${pos}: its stream jumps to ${version}`)
  const { rows } = await pool.query<{ wrong: number }>(
    `select count(*) as wrong from es.streams s full join
       (select stream_id as id, max(version) as version from es.events group by 1) e using (id)
     where s.version is distinct from e.version and coalesce(s.version, -1) <> 0`,
  )
  if (rows[0]?.wrong !== 0) problems.push(`${rows[0]?.wrong} streams have another version than their last event`)
  return problems
}

/** Each command's events are adjacent, exist once, and stand at the acknowledged position; refused ones have none. */
async function checkCommands(
  { pool }: Core,
  events: readonly RecordedEvent[],
  journal: readonly JournalLine[],
): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await pool.query<{ id: string; pos: number }>('select id, pos from es.commands')
  const asked = new Set(journal.map(({ id }) => id))
  const accepted = new Map(rows.filter(({ id }) => asked.has(id)).map((row) => [row.id, row.pos]))
  const ends = new Map<string, number>()
  for (const { position, meta } of events) {
    // Later jobs name their cause.
    if (!asked.has(meta.correlation) || meta.causation !== undefined) continue
    const end = ends.get(meta.correlation)
    if (end !== undefined && end !== position - 1)
      problems.push(`${meta.correlation} is in the log at ${end} and ${position}`)
    ends.set(meta.correlation, position)
  }
  for (const [id, end] of ends)
    if (accepted.get(id) !== end) problems.push(`${id} ends at ${end}, accepted at ${accepted.get(id)}`)
  for (const id of accepted.keys()) if (!ends.has(id)) problems.push(`${id} was accepted without events`)
  const uncertain = new Set<string>()
  for (const line of journal) {
    if (!('answer' in line)) continue
    const { id, answer } = line
    if (answer.is === 'done' && answer.appended && accepted.get(id) !== answer.position)
      problems.push(`${id} was told position ${answer.position}, the log says ${accepted.get(id)}`)
    if (answer.is === 'refused' && !uncertain.has(id) && accepted.has(id))
      problems.push(`${id} was refused and stands at ${accepted.get(id)}`)
    if (answer.is === 'lost' || answer.is === 'unknown') uncertain.add(id)
  }
  return problems
}

async function checkReadModels({ pool, store }: Core): Promise<string[]> {
  const problems: string[] = []
  for (const projection of projections) {
    for await (const { key, live, expected } of compareWithLog(pool, store, projection))
      problems.push(`rm.${projection.name} ${key}: ${JSON.stringify(live)} instead of ${JSON.stringify(expected)}`)
  }
  const tables = await pool.query<{ stray: string }>(
    `select tablename as stray from pg_tables where schemaname = 'rm' and tablename not in
       (select name || '__' || generation from es.subscriptions)`,
  )
  for (const { stray } of tables.rows) problems.push(`rm.${stray} belongs to no generation`)
  const { rows } = await pool.query<{ letters: number }>('select count(*) as letters from es.dead_letters')
  if (rows[0]?.letters !== 0) problems.push(`${rows[0]?.letters} events are parked`)
  return problems
}

/** Every event has its jobs exactly once: their ids derive from its position. */
async function checkJobs({ pool }: Core, events: readonly RecordedEvent[]): Promise<string[]> {
  const reactor = jobReactor({ insert: async () => undefined })
  const heard = events.filter((event) => reactor.eventTypes.includes(event.type))
  const due = new Map(heard.flatMap((event) => reactor.react(event)).map(({ id, name }) => [id, name]))
  const { rows } = await pool.query<{ id: string }>('select id from job.job')
  const found = new Set(rows.map(({ id }) => id))
  const missing = Map.groupBy(
    [...due].filter(([id]) => !found.has(id)),
    ([, name]) => name,
  )
  return [...missing].map(([name, jobs]) => `${jobs.length} jobs ${name} were due and are not there`)
}
