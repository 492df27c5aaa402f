// Delivers queued notifications to the seller, signed, and retries failed deliveries.
import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { providerTime } from './bank.ts'

export interface DeliveryRow {
  readonly id: string
  readonly payment_id: string
  readonly action: string
  readonly state: 'waiting' | 'delivered' | 'given_up' | 'muted'
  readonly attempts: number
  readonly last_answer: string | null
  readonly created_at: Date
}

interface Parcel extends DeliveryRow {
  readonly target: string
  readonly live_mode: boolean
}

export interface CourierSettings {
  readonly pool: Pool
  readonly webhookSecret: string
  readonly sellerId: string
  /** Pauses after each failed attempt, in ms; after the last one the courier gives up. */
  readonly retryDelaysMs: readonly number[]
}

const answerLimitMs = 22_000
const pollMs = 500
const atOnce = 16

export async function deliveryLog(database: Pool, limit: number, paymentId?: string): Promise<DeliveryRow[]> {
  const found = await database.query<DeliveryRow>(
    `select id, payment_id, action, state, attempts, last_answer, created_at from fake_wallet.deliveries
     where $2::bigint is null or payment_id = $2 order by id desc limit $1`,
    [limit, paymentId],
  )
  return found.rows
}

/** Claims due parcels. If this process dies, another one claims them again after the time limit. */
async function take(pool: Pool, count: number): Promise<Parcel[]> {
  const taken = await pool.query<Parcel>(
    `update fake_wallet.deliveries as delivery
     set attempts = attempts + 1, due_at = clock_timestamp() + $1 * interval '1 millisecond'
     from fake_wallet.payments as payment
     where payment.id = delivery.payment_id and delivery.id in (
       select id from fake_wallet.deliveries where state = 'waiting' and due_at <= clock_timestamp()
       order by due_at, id limit $2 for update skip locked)
     returning delivery.id, payment_id, action, target, attempts, delivery.created_at, live_mode`,
    [answerLimitMs * 2, count],
  )
  return taken.rows
}

function content(parcel: Parcel, sellerId: string): string {
  return JSON.stringify({
    id: Number(parcel.id),
    live_mode: parcel.live_mode,
    type: 'payment',
    date_created: providerTime(parcel.created_at),
    user_id: sellerId,
    api_version: 'v1',
    action: parcel.action,
    data: { id: String(parcel.payment_id) },
  })
}

/** Signs each attempt anew, alternating seconds and milliseconds as the provider does. */
function headers(parcel: Parcel, secret: string): Record<string, string> {
  const requestId = randomUUID()
  const inMs = (Number(parcel.id) + parcel.attempts) % 2 === 0
  const ts = inMs ? Date.now() : Math.floor(Date.now() / 1000)
  const manifest = `id:${parcel.payment_id};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
  return { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` }
}

async function send(parcel: Parcel, settings: CourierSettings, stopped: AbortSignal): Promise<string> {
  const url = new URL(parcel.target)
  url.searchParams.set('data.id', parcel.payment_id)
  url.searchParams.set('type', 'payment')
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: headers(parcel, settings.webhookSecret),
      body: content(parcel, settings.sellerId),
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerLimitMs)]),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

async function deliver(parcel: Parcel, settings: CourierSettings, stopped: AbortSignal): Promise<void> {
  const answer = await send(parcel, settings, stopped)
  const pause = settings.retryDelaysMs[parcel.attempts - 1]
  const failed = pause === undefined ? 'given_up' : 'waiting'
  await settings.pool.query(
    `update fake_wallet.deliveries set state = $2, last_answer = $3,
       due_at = clock_timestamp() + $4 * interval '1 millisecond' where id = $1`,
    [parcel.id, /^20[01]$/.test(answer) ? 'delivered' : failed, answer.slice(0, 200), pause ?? 0],
  )
}

function report(error: unknown): void {
  console.error('fake wallet: notifications wait,', String(error))
}

/** `wake` looks for parcels at once; `stop` aborts the deliveries under way. */
export function startCourier(settings: CourierSettings): { wake: () => void; stop: () => Promise<void> } {
  const stopped = new AbortController()
  const underWay = new Set<Promise<void>>()
  let looking = Promise.resolve()
  let isAsked = false

  async function look(): Promise<void> {
    isAsked = false
    if (underWay.size === atOnce || stopped.signal.aborted) return
    for (const parcel of await take(settings.pool, atOnce - underWay.size)) {
      const delivery = deliver(parcel, settings, stopped.signal).catch(report)
      underWay.add(delivery)
      void delivery.then(() => {
        underWay.delete(delivery)
        wake()
      })
    }
  }
  /** One more look for all who ask during the present one. */
  function wake(): void {
    if (!isAsked) looking = looking.then(look).catch(report)
    isAsked = true
  }
  const timer = setInterval(wake, pollMs)
  const stop = async () => {
    clearInterval(timer)
    stopped.abort()
    await looking
    await Promise.all(underWay)
  }
  return { wake, stop }
}
