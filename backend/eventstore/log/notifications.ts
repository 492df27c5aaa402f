// Wakes listeners on appended events and moved checkpoints, from this process or, by NOTIFY, from another.
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isConnectTimeout } from '#backend/db/pg-errors.ts'
import { requirePrimary } from '#backend/db/primary-check.ts'
import { sessionOptions } from '#backend/db/session-options.ts'
import type { SilentNetwork } from '#backend/db/waits/silent-network.ts'

const [beatEveryMs, answerMs, connectMs, tryAgainMs] = [1000, 3000, 5000, 1000]

export type NotificationTopics = {
  events: []
  checkpoint: [name: string, position: number]
  /** A projection wrote rows, so caches are stale. `keys`: the rows' first key columns; undefined means any row. */
  changed: [name: string, keys?: readonly RowNumber[]]
  rewritten: []
  generations: []
  /** The listening connection broke or came back: notifications in between are lost. */
  interrupted: []
}

/** Emits the appends and projections of all processes. A lost notification shows as `interrupted`, never as silence. */
export class Notifications extends EventEmitter<NotificationTopics> {
  #client: pg.Client | null = null
  #stopped = false
  #listening: Promise<void> = Promise.resolve()
  readonly #network: SilentNetwork | undefined

  constructor(network?: SilentNetwork) {
    super()
    this.#network = network
    this.setMaxListeners(0)
  }

  get connected(): boolean {
    return this.#client !== null
  }

  /** Listens on its own connection and reconnects until stop. Throws if the first takes longer than withinMs. */
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

  /** Ends this pool's connections too, if they hear nothing while the listening one gets no answer. */
  watch(pool: pg.Pool): pg.Pool {
    return this.#network?.watch(pool) ?? pool
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
      if (!isConnectTimeout(error)) this.#network?.answered()
      throw error
    }
    this.#network?.answered()
    if (this.#stopped || this.#client) return client.end()
    this.#client = client
    void this.#keepAsking(client)
    this.emit('interrupted')
  }

  /** Ends a silent connection itself, since a network that swallows packets reports no error. */
  async #keepAsking(client: pg.Client): Promise<void> {
    for (;;) {
      await sleep(beatEveryMs, undefined, { ref: false })
      if (this.#client !== client) return
      this.#network?.asked()
      const isOver = client.query('select 1').then(
        () => true,
        () => true,
      )
      if (await Promise.race([isOver, isOverdue()])) continue
      this.#network?.unanswered()
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

/** Resolves to false once an answer is late, after two turns of the event loop for answers already here. */
async function isOverdue(): Promise<false> {
  await sleep(answerMs, undefined, { ref: false })
  await nextTurn()
  await nextTurn()
  return false
}

function parseNotice(payload: string): CheckpointsMoved | undefined {
  try {
    const moved = JSON.parse(payload) as Partial<CheckpointsMoved> | null
    return moved?.checkpoints && Array.isArray(moved.changed) ? (moved as CheckpointsMoved) : undefined
  } catch {
    return undefined
  }
}

/** Tells all processes, once the transaction commits, that generations changed and which rows with them. */
export async function notifyGenerations(
  on: Pick<pg.ClientBase, 'query'>,
  { checkpoints = {}, changed = [] }: Partial<CheckpointsMoved> = {},
): Promise<void> {
  const moved = JSON.stringify({ checkpoints, changed })
  await on.query("select pg_notify('generations', ''), pg_notify('checkpoint', $1)", [moved])
}

/** First column of a row's key; the rows of one product, person or order are published together. */
export type RowNumber = string | number

/**
 * Subscriptions' positions, and the projections that wrote rows. `keys` lists those rows by first key column; without
 * an entry any row may have changed.
 */
export type CheckpointsMoved = {
  checkpoints: Record<string, number>
  changed: string[]
  keys?: Record<string, readonly RowNumber[]>
}

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
