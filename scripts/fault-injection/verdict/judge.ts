// The oracle: checks the journal of answers and the jobs against the log; `verify` checks units, money and rows.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import type { Core } from '#backend/shop.ts'
import type { JournalLine } from '#scripts/fault-injection/load/command.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { caughtUp } from '#scripts/fault-injection/processes/stage.ts'
import { type Planted, verifyAsOperator } from './operator.ts'

/** Judges a database whose shops have nothing more to do, once they have read all of it. */
export async function judgeRead(databaseUrl: string, journal: readonly JournalLine[]) {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  await caughtUp(core)
  return { problems: await judge(core, journal), events: await core.store.head() }
}

/** Call once every subscription has reached the end of the log. `planted`: events written past the shop. */
export async function judge(
  core: Core,
  journal: readonly JournalLine[],
  planted: Planted = { unreadable: new Set(), rewritten: new Set() },
): Promise<string[]> {
  const events = await readLog(core, planted.unreadable)
  const checks = [checkCommands(core, events, journal), checkJobs(core, events), verifyAsOperator(core, planted)]
  return [...checkPayments(events, journal), ...(await Promise.all(checks)).flat()]
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

/** Each command's events are adjacent, exist once, and stand at the acknowledged position; refused ones have none. */
async function checkCommands({ pool }: Core, events: readonly RecordedEvent[], journal: readonly JournalLine[]) {
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
  for (const { id, answer } of journal) {
    if (answer.is === 'done' && answer.appended && accepted.get(id) !== answer.position)
      problems.push(`${id} was told position ${answer.position}, the log says ${accepted.get(id)}`)
    if (answer.is === 'refused' && !uncertain.has(id) && accepted.has(id))
      problems.push(`${id} was refused and stands at ${accepted.get(id)}`)
    if (answer.is === 'lost' || answer.is === 'unknown') uncertain.add(id)
  }
  return problems
}

function checkPayments(events: readonly RecordedEvent[], journal: readonly JournalLine[]): string[] {
  const kept = events.filter(({ type }) => type === 'PaymentApproved' || type === 'RefundRequested')
  const known = new Set(kept.map(({ data }) => (data as { paymentId: string }).paymentId))
  return journal.flatMap(({ command, answer }) => {
    if (command.do !== 'pay' || !command.approved || answer.is !== 'done') return []
    return known.has(command.paymentId) ? [] : [`payment ${command.paymentId} was taken and is nowhere`]
  })
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
