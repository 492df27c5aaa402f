// Wake-ups between processes: a listener hears of appended events and moved checkpoints at once, from this process or, by NOTIFY, from another.
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isConnectTimeout } from '#backend/db/pg-errors.ts'
import { requirePrimary } from '#backend/db/primary-check.ts'
import { sessionOptions } from '#backend/db/session-options.ts'

/** How often the connection must show that it is alive, and how long an answer may take, in milliseconds. */
const [beatMs, answerMs] = [1000, 3000]
/** How long a new connection may take, and how long one is waited for before another is tried beside it. */
const [connectMs, tryAgainMs] = [5000, 1000]

/** Who wants to know whether the database can be heard at all. */
export type Listener = {
  /** A question is sent. */
  asked(): void
  /** It stayed without an answer for three seconds. */
  unanswered(): void
  /** Something came, be it a refusal. */
  answered(): void
}

type Topics = {
  /** Events were appended. */
  events: []
  /** A subscription reached a position. */
  checkpoint: [name: string, position: number]
  /** A projection wrote rows, so what was kept of them is stale. keys: the rows, by the first column of their key; undefined: any of them. */
  changed: [name: string, keys?: readonly RowNumber[]]
  /** A projection's rows changed, or are other ones, though no checkpoint moved. */
  rewritten: []
  /** Generations came, went, or were paused. */
  generations: []
  /** The listening connection was lost or is back: what was heard in between is unknown. */
  interrupted: []
}

/** Emits what this process and all others append and project. A lost notification shows as `interrupted`, never as silence. */
export class Notifications extends EventEmitter<Topics> {
  #client: pg.Client | null = null
  #stopped = false
  #listening: Promise<void> = Promise.resolve()
  readonly #listener: Listener | undefined

  constructor(listener?: Listener) {
    super()
    this.#listener = listener
    this.setMaxListeners(0)
  }

  /** True while notifications of other processes arrive. */
  get connected(): boolean {
    return this.#client !== null
  }

  /** Listens on a connection of its own, for ever again after a failure, until stop. withinMs: throws if the first one takes longer. */
  async start(databaseUrl: string, withinMs = connectMs): Promise<void> {
    await this.#connect(databaseUrl, withinMs)
    this.#listening = this.#keepConnected(databaseUrl)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const client = this.#client
    this.#client = null
    await Promise.race([client?.end().catch(() => undefined), sleep(answerMs, undefined, { ref: false })])
    this.emit('interrupted')
    await this.#listening
  }

  async #connect(databaseUrl: string, withinMs = connectMs): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      options: sessionOptions('application'),
      application_name: 'gamertech notifications',
      keepAlive: true,
      connectionTimeoutMillis: withinMs,
      query_timeout: withinMs,
    })
    client.on('notification', ({ channel, payload = '' }) => this.#heard(channel, payload))
    client.on('error', () => undefined)
    const end = () => void client.end().catch(() => undefined)
    client.on('end', () => {
      if (this.#client !== client) return
      this.#client = null
      this.emit('interrupted')
    })
    try {
      await client.connect()
      await requirePrimary(client)
      await client.query('listen events; listen checkpoint; listen generations')
    } catch (error) {
      end()
      if (!isConnectTimeout(error)) this.#listener?.answered()
      throw error
    }
    this.#listener?.answered()
    if (this.#stopped || this.#client) return client.end()
    this.#client = client
    void this.#keepAsking(client)
    this.emit('interrupted')
  }

  /** A network that swallows everything ends no connection: without an answer we end it ourselves. */
  async #keepAsking(client: pg.Client): Promise<void> {
    for (;;) {
      await sleep(beatMs, undefined, { ref: false })
      if (this.#client !== client) return
      this.#listener?.asked()
      const isOver = client.query('select 1').then(
        () => true,
        () => true,
      )
      if (await Promise.race([isOver, isOverdue()])) continue
      this.#listener?.unanswered()
      void client.end().catch(() => undefined)
      return
    }
  }

  async #keepConnected(databaseUrl: string): Promise<void> {
    while (!this.#stopped) {
      await new Promise((resolve) => this.once('interrupted', () => resolve(undefined)))
      while (!this.#stopped && !this.#client) {
        await sleep(250)
        if (this.#stopped) break
        const connected = this.#connect(databaseUrl).catch(() => undefined)
        await Promise.race([connected, sleep(tryAgainMs, undefined, { ref: false })])
      }
    }
  }

  /** Tells the listeners of this process which checkpoints moved. */
  publish({ checkpoints, changed, keys }: CheckpointsMoved): void {
    if (changed.some((name) => !(name in checkpoints) && !keys?.[name])) this.emit('rewritten')
    for (const name of changed) this.emit('changed', name, keys?.[name])
    for (const [name, position] of Object.entries(checkpoints)) this.emit('checkpoint', name, position)
  }

  #heard(channel: string, payload: string): void {
    if (channel === 'events' || channel === 'generations') return void this.emit(channel)
    const moved = parseNotice(payload)
    if (moved) this.publish(moved)
    else this.emit('interrupted')
  }
}

/** Resolves to false once an answer is late. What came while this process was busy is read before that is said. */
async function isOverdue(): Promise<false> {
  await sleep(answerMs, undefined, { ref: false })
  await nextTurn()
  await nextTurn()
  return false
}

/** Undefined for what code of another version may write. */
function parseNotice(payload: string): CheckpointsMoved | undefined {
  try {
    const moved = JSON.parse(payload) as Partial<CheckpointsMoved> | null
    return moved?.checkpoints && Array.isArray(moved.changed) ? (moved as CheckpointsMoved) : undefined
  } catch {
    return undefined
  }
}

/** Tells all processes, once the client's transaction commits, that generations came, went or were paused, and what moved with them. */
export async function notifyGenerations(on: Pick<pg.ClientBase, 'query'>, moved?: CheckpointsMoved): Promise<void> {
  if (!moved) await on.query("select pg_notify('generations', '')")
  else await on.query("select pg_notify('generations', ''), pg_notify('checkpoint', $1)", [JSON.stringify(moved)])
}

/** Tells all processes, once the client's transaction commits, that a projection's rows changed though no checkpoint moved. */
export async function notifyChanged(on: Pick<pg.ClientBase, 'query'>, name: string): Promise<void> {
  const moved: CheckpointsMoved = { checkpoints: {}, changed: [name] }
  await on.query("select pg_notify('checkpoint', $1)", [JSON.stringify(moved)])
}

/** The first column of a row's key: the rows of one product, person or order are told together. */
export type RowNumber = string | number

/**
 * What a move of checkpoints tells: how far each subscription is, and which of them wrote rows. keys: which rows, by the first column of their
 * key; of a projection that is not in it any may have changed.
 */
export type CheckpointsMoved = {
  checkpoints: Record<string, number>
  changed: string[]
  keys?: Record<string, readonly RowNumber[]>
}

/** In bytes, of one notification; PostgreSQL takes 8,000. */
const longestKeys = 6000

/** One move as notifications that PostgreSQL takes, in the order in which they are to be heard: only the last one says how far it goes. */
export function asNotices(moved: CheckpointsMoved): CheckpointsMoved[] {
  const { checkpoints, changed, keys = {} } = moved
  if (changed.some((name) => !keys[name])) return [moved]
  let [part, length]: [Record<string, RowNumber[]>, number] = [{}, 0]
  const parts = [part]
  for (const name of changed) {
    part[name] = []
    length += name.length
    for (const key of keys[name] ?? []) {
      length += Buffer.byteLength(JSON.stringify(key)) + 1
      if (length > longestKeys) {
        ;[part, length] = [{ [name]: [] }, name.length]
        parts.push(part)
      }
      part[name]?.push(key)
    }
  }
  if (parts.length === 1) return [moved]
  return parts.map((some, nth) => ({
    checkpoints: nth === parts.length - 1 ? checkpoints : {},
    changed: Object.keys(some),
    keys: some,
  }))
}
