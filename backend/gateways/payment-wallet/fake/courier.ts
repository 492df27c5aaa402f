// Delivers queued notifications to the seller, signed, and retries failed deliveries.
import { createHmac, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Pool } from 'pg'
import type { NotificationForm } from './notifications.ts'
import { providerTime } from './provider-time.ts'

interface Parcel {
  readonly id: string
  readonly notification_id: string
  readonly payment_id: string
  readonly action: string
  readonly target: string
  readonly form: NotificationForm
  readonly attempts: number
  readonly created_at: Date
  readonly live_mode: boolean
}

export interface CourierSettings {
  /** Its connections may lose recent commits in a crash; the courier then delivers again. */
  readonly pool: Pool
  readonly webhookSecret: string
  readonly sellerId: string
  /** Pauses after each failed attempt, in ms; after the last one the courier gives up. */
  readonly retryDelaysMs: readonly number[]
}

const answerLimitMs = 22_000
const pollMs = 500
const atOnce = 16

/** Claims due parcels. If this process dies, another one claims them again after the time limit. */
async function take(pool: Pool, count: number): Promise<Parcel[]> {
  const taken = await pool.query<Parcel>(
    `update fake_wallet.deliveries as delivery
     set attempts = attempts + 1, due_at = clock_timestamp() + $1 * interval '1 millisecond'
     from fake_wallet.payments as payment
     where payment.id = delivery.payment_id and delivery.id in (
       select id from fake_wallet.deliveries where state = 'waiting' and due_at <= clock_timestamp()
       order by due_at, id limit $2 for update skip locked)
     returning delivery.id, notification_id, payment_id, action, target, form, attempts, delivery.created_at, live_mode`,
    [answerLimitMs * 2, count],
  )
  return taken.rows
}

function address({ target, form, payment_id }: Parcel): string {
  const url = new URL(target)
  const query = form === 'ipn' ? { topic: 'payment', id: payment_id } : { 'data.id': payment_id, type: 'payment' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function content(parcel: Parcel, sellerId: string): string {
  if (parcel.form === 'ipn') return JSON.stringify({ resource: parcel.payment_id, topic: 'payment' })
  return JSON.stringify({
    id: Number(parcel.notification_id),
    live_mode: parcel.live_mode,
    type: 'payment',
    date_created: providerTime(parcel.created_at),
    user_id: sellerId,
    api_version: 'v1',
    action: parcel.action,
    data: { id: parcel.payment_id },
  })
}

/** Signs each attempt anew, alternating seconds and milliseconds as the provider does. */
function headers(parcel: Parcel, secret: string): Record<string, string> {
  const plain = { 'content-type': 'application/json', 'x-request-id': randomUUID() }
  if (parcel.form === 'ipn') return plain
  const inMs = (Number(parcel.id) + parcel.attempts) % 2 === 0
  const ts = inMs ? Date.now() : Math.floor(Date.now() / 1000)
  const manifest = `id:${parcel.payment_id};request-id:${plain['x-request-id']};ts:${ts};`
  const key = parcel.form === 'bad_signature' ? `not ${secret}` : secret
  const v1 = createHmac('sha256', key).update(manifest).digest('hex')
  return { ...plain, 'x-signature': `ts=${ts},v1=${v1}` }
}

type Way = { agents: Agents; stopped: AbortSignal }
type Agents = ReturnType<typeof openAgents>

function openAgents() {
  return { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
}

function carry(parcel: Parcel, settings: CourierSettings, { agents, stopped }: Way): Promise<string> {
  const [to, body] = [address(parcel), content(parcel, settings.sellerId)]
  const options = {
    method: 'POST',
    headers: { ...headers(parcel, settings.webhookSecret), 'content-length': Buffer.byteLength(body) },
    signal: stopped,
  }
  // Avoids fetch, which takes three times the CPU time here.
  const sent = to.startsWith('https:')
    ? httpsRequest(to, { ...options, agent: agents.https })
    : httpRequest(to, { ...options, agent: agents.http })
  const timer = setTimeout(() => sent.destroy(new Error(`no answer in ${answerLimitMs} ms`)), answerLimitMs)
  return new Promise<string>((resolve) => {
    sent.on('error', (error) => resolve(error.message || error.name))
    sent.on('response', (answer: IncomingMessage) => {
      // Only the status counts, so a body may break off.
      answer.on('error', () => undefined).resume()
      resolve(String(answer.statusCode))
    })
    sent.end(body)
  }).finally(() => clearTimeout(timer))
}

type Outcome = { id: string; state: 'delivered' | 'waiting' | 'given_up'; answer: string; pause: number }

async function deliver(parcel: Parcel, settings: CourierSettings, way: Way): Promise<Outcome> {
  const answer = await carry(parcel, settings, way)
  const pause = settings.retryDelaysMs[parcel.attempts - 1]
  const failed = pause === undefined ? 'given_up' : 'waiting'
  const state = /^20[01]$/.test(answer) ? 'delivered' : failed
  return { id: parcel.id, state, answer: answer.slice(0, 200), pause: pause ?? 0 }
}

async function note(pool: Pool, outcomes: readonly Outcome[]): Promise<void> {
  await pool.query(
    `update fake_wallet.deliveries as delivery
     set state = o.state, last_answer = o.answer, due_at = clock_timestamp() + o.pause * interval '1 millisecond'
     from json_to_recordset($1) as o(id bigint, state text, answer text, pause int) where delivery.id = o.id`,
    [JSON.stringify(outcomes)],
  )
}

function report(error: unknown): void {
  console.error('fake wallet: notifications wait,', String(error))
}

/** `wake` looks for parcels at once; `stop` aborts the deliveries under way. */
export function startCourier(settings: CourierSettings): { wake: () => void; stop: () => Promise<void> } {
  const courier = new Courier(settings)
  const timer = setInterval(courier.wake, pollMs)
  const stop = () => {
    clearInterval(timer)
    return courier.stop()
  }
  return { wake: courier.wake, stop }
}

class Courier {
  readonly #settings: CourierSettings
  readonly #stopped = new AbortController()
  readonly #agents = openAgents()
  readonly #walks = new Set<Promise<void>>()
  #outcomes: Outcome[] = []
  #noting: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #mayBeMore = false

  constructor(settings: CourierSettings) {
    this.#settings = settings
    setMaxListeners(0, this.#stopped.signal)
  }

  readonly wake = () => {
    this.#mayBeMore = true
    this.#lookAgain()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#looking
    await Promise.all(this.#walks)
    await this.#noting
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  #lookAgain(): void {
    if (this.#looking || !this.#isDue) return
    this.#looking = this.#look()
      .catch(report)
      .finally(() => {
        this.#looking = undefined
        this.#lookAgain()
      })
  }

  get #isDue(): boolean {
    return this.#mayBeMore && this.#walks.size < atOnce && !this.#stopped.signal.aborted
  }

  async #look(): Promise<void> {
    this.#mayBeMore = false
    const free = atOnce - this.#walks.size
    const parcels = await take(this.#settings.pool, free)
    if (parcels.length === free) this.#mayBeMore = true
    for (const parcel of parcels) this.#walk(parcel)
  }

  #walk(parcel: Parcel): void {
    const way = { agents: this.#agents, stopped: this.#stopped.signal }
    const walk = deliver(parcel, this.#settings, way)
      .then((outcome) => {
        this.#outcomes.push(outcome)
        this.#noting ??= this.#noteAll()
      })
      .catch(report)
    this.#walks.add(walk)
    void walk.finally(() => {
      this.#walks.delete(walk)
      this.#lookAgain()
    })
  }

  /** Records outcomes in batches: those that arrive during one write share the next. */
  async #noteAll(): Promise<void> {
    while (this.#outcomes.length > 0) {
      const outcomes = this.#outcomes
      this.#outcomes = []
      await note(this.#settings.pool, outcomes).catch(report)
    }
    this.#noting = undefined
  }
}
