// partitions begin as a process of its own that dies, is hung up, stopped or out of memory at each of its steps: appends go on, and what it left goes by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { processEnvironment } from '#backend/config/process-environment.mjs'
import { keepPartitions, listPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { Tally } from '#backend/ops/verify/finding.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { additions, openOwnerPool, openTestCore } from '#backend/testing/core-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'

// Each test starts a process, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

/** KILL_ROUNDS=12 meets each end at each step. */
const rounds = Number(processEnvironment().KILL_ROUNDS ?? 3)
const steps = ['first lock', 'validation', 'second lock'] as const
/** The kernel kills a process that gets no memory, V8 aborts it. */
const ends = ['SIGKILL', 'SIGHUP', 'SIGSTOP', 'SIGABRT'] as const
const one = { size: '1000', events: 10, beyond: 1210 }
/** The test holds it while the table may not be looked through. */
const gateNumber = 991
const gateBeforeValidation = `create function wait_at_gate() returns event_trigger language plpgsql as $$ begin
    if current_query() like '%validate constraint%' then perform pg_advisory_xact_lock_shared(${gateNumber}); end if;
  end $$;
  create event trigger gate on ddl_command_start when tag in ('ALTER TABLE') execute function wait_at_gate()`

const roundsToRun = Array.from({ length: rounds }, (_, round) => {
  const [step, end] = [steps[round % 3], ends[((round % 3) + Math.floor(round / 3)) % 4]]
  if (!step || !end) throw new Error('no such round')
  return { round: round + 1, step, end }
})

// Side by side, only a test's own `expect` counts for it.
describe.concurrent('partitions begin', () => {
  test.for(roundsToRun)('round $round: $end at its $step', async ({ step, end }, { expect }) => {
    await using log = await DividedLog.open()
    const child = await log.beginUntil(step)
    const reader = step === 'validation' ? await log.read() : log.reader
    child.kill(end)
    await log.gate.query('select pg_advisory_unlock_all()')
    if (end !== 'SIGSTOP') expect(await log.ended).toBe(end === 'SIGHUP' ? 130 : null)
    await log.appendBeyond()
    if (step !== 'first lock') expect((await log.run('status')).text).toContain('partitions begin')
    await reader?.query('commit')
    await log.clearUp()
    await log.holdsAll()
    const status = await log.run('status')
    expect(status.text).not.toContain('partitions begin')
    expect((await log.run('partitions', 'begin', '--size', one.size)).code).toBe(0)
    await log.holdsAll()
    expect(log.reported).toEqual([])
  })

  test('what is appended beyond the first partition while it waits is the second one', async ({ expect }) => {
    await using log = await DividedLog.open()
    const child = await log.beginUntil('second lock')
    await log.appendBeyond()
    await log.reader?.query('commit')
    expect(await log.ended).toBe(0)
    expect(child.exitCode).toBe(0)
    await log.holdsAll()
    const partitions = await listPartitions(log.owner)
    expect(partitions.map(({ name, first, upto, events }) => [name, first, upto, events])).toEqual([
      ['events__1', 1, 1000, 1000],
      ['events__2', 1001, 2000, one.beyond - 1000],
      ['events__3', 2001, 3000, 0],
      ['events__4', 3001, 4000, 0],
    ])
    expect(await log.schemaFindings()).toEqual([])
  })
})

/** A log of ten events in a database of its own, which partitions begin is to divide. */
class DividedLog {
  readonly #opened: AsyncDisposableStack
  readonly databaseUrl: string
  readonly core: Awaited<ReturnType<typeof openTestCore>>
  readonly owner: pg.Pool
  /** The session that holds the gate. */
  readonly gate: pg.PoolClient
  readonly run: ReturnType<typeof opsOn>
  readonly reported: unknown[] = []
  /** Who reads the whole log until it commits. */
  reader: pg.PoolClient | undefined
  ended: Promise<number | null> = Promise.resolve(null)

  private constructor(
    opened: AsyncDisposableStack,
    parts: Pick<DividedLog, 'databaseUrl' | 'core' | 'owner' | 'gate'>,
  ) {
    this.#opened = opened
    this.databaseUrl = parts.databaseUrl
    this.core = parts.core
    this.owner = parts.owner
    this.gate = parts.gate
    this.run = opsOn({ core: parts.core, ownerPool: parts.owner })
  }

  static async open(): Promise<DividedLog> {
    const opened = new AsyncDisposableStack()
    const { databaseUrl, drop } = await createDatabase()
    opened.defer(drop)
    const core = await openTestCore(databaseUrl)
    opened.defer(() => core.close())
    const owner = openOwnerPool(databaseUrl)
    opened.defer(() => owner.end())
    await core.store.append(additions(1, 0, one.events))
    await owner.query(gateBeforeValidation)
    const gate = await owner.connect()
    opened.defer(() => gate.release(true))
    await gate.query('select pg_advisory_lock($1)', [gateNumber])
    return new DividedLog(opened, { databaseUrl, core, owner, gate })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync()
  }

  async read(): Promise<pg.PoolClient> {
    const reader = await this.owner.connect()
    this.#opened.defer(() => reader.release(true))
    await reader.query('begin; select count(*) from es.events')
    this.reader = reader
    return reader
  }

  /** Starts the command and returns it once it waits there. */
  async beginUntil(step: (typeof steps)[number]): Promise<ChildProcess> {
    if (step === 'first lock') await this.read()
    const child = startBegin(this.databaseUrl)
    this.#opened.defer(() => void child.kill('SIGKILL'))
    this.ended = once(child, 'close').then(([code]) => code as number | null)
    const waits = heard(child, 'Espera un momento')
    if (step === 'first lock') await waits
    else await untilAtGate(this.owner)
    if (step === 'second lock') {
      await this.read()
      await this.gate.query('select pg_advisory_unlock_all()')
      await waits
    }
    return child
  }

  async appendBeyond(): Promise<void> {
    for (let times = 0; times < 3; times++) await this.core.store.append(additions(2, null, 400))
  }

  /** What a worker does beside its work, until the log is one table. */
  async clearUp(): Promise<void> {
    const stop = keepPartitions(this.core.pool, (error) => void this.reported.push(error), 200)
    const sql = `select from pg_class where relnamespace = 'es'::regnamespace and relname ~ '^events_(_\\d+|beyond)$'
      union all select from pg_constraint where conrelid = 'es.events'::regclass and contype = 'c'`
    const look = async () => expect((await this.owner.query(sql)).rowCount).toBe(0)
    await vi.waitFor(look, { timeout: 110_000, interval: 100 }).finally(stop)
  }

  async holdsAll(): Promise<void> {
    const sql =
      'select count(*) as events, max(pos) as head, count(distinct (stream_id, version)) as versions from es.events'
    const { rows } = await this.owner.query(sql)
    expect(rows).toEqual([{ events: one.beyond, head: one.beyond, versions: one.beyond }])
  }

  /** Of verify, about the log. */
  async schemaFindings() {
    const client = await this.owner.connect()
    try {
      await client.query('begin')
      const tally = new Tally('schema')
      await verifySchema(client, tally)
      return tally.found.filter(({ subject }) => subject.includes('es.'))
    } finally {
      client.release(true)
    }
  }
}

function startBegin(databaseUrl: string): ChildProcess {
  const { NODE_COMPILE_CACHE } = processEnvironment()
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: tmpdir(), NODE_COMPILE_CACHE }
  return spawn(process.execPath, [join(import.meta.dirname, '../ops.ts'), 'partitions', 'begin', '--size', one.size], {
    env,
  })
}

/** Resolves once the process has written it to stderr. */
function heard(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    let err = ''
    child.stderr?.on('data', (chunk) => {
      err += String(chunk)
      if (err.includes(text)) resolve()
    })
  })
}

async function untilAtGate(owner: pg.Pool): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${gateNumber} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const look = async () => expect((await owner.query(waiting)).rowCount).toBe(1)
  await vi.waitFor(look, { timeout: 110_000 })
}
