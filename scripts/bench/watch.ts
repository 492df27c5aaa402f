// Measures the visibility of appends in a read model: steady appends, and a reader that polls every millisecond.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { quantile } from './measure.ts'

/** Milliseconds from the append's call until a query shows it; `unseen`: never shown. */
export type Visibility = { p50: number; p99: number; max: number; unseen: number }
export type Watched = {
  url: string
  query: string
  /** Appends per second, and their duration in milliseconds or until a promise settles. */
  rate: number
  ms: number | Promise<unknown>
  /** The reader's interval; default 1. */
  everyMs?: number
  /** Keeps another writing transaction open for so many milliseconds, from the first second on. */
  heldMs?: number
  append(number: number): Promise<unknown>
}

const patience = 15_000

export async function watch(watched: Watched): Promise<Visibility> {
  const client = new pg.Client({ connectionString: watched.url })
  await client.connect()
  const sentAt = new Map<number, number>()
  const delays: number[] = []
  const look = async () => {
    const { rows } = await client.query<{ newest: string | null }>({ name: 'watch', text: watched.query })
    const now = performance.now()
    for (const [number, sent] of sentAt) {
      if (number > Number(rows[0]?.newest ?? 0)) break
      delays.push(now - sent)
      sentAt.delete(number)
    }
  }
  try {
    let isSending = true
    const sending = send(watched, sentAt).finally(() => {
      isSending = false
    })
    const holding = hold(watched)
    for (let deadline = Number.POSITIVE_INFINITY; performance.now() < deadline; await sleep(watched.everyMs ?? 1)) {
      await look()
      if (isSending) continue
      if (sentAt.size === 0) break
      if (deadline === Number.POSITIVE_INFINITY) deadline = performance.now() + patience
    }
    await Promise.all([sending, holding])
  } finally {
    await client.end()
  }
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), max: Math.max(...delays), unseen: sentAt.size }
}

/** Sends at its rate without waiting for answers. */
async function send({ rate, ms, append }: Watched, sentAt: Map<number, number>): Promise<void> {
  const start = performance.now()
  const open: Promise<unknown>[] = []
  let isOver = false
  void Promise.resolve(typeof ms === 'number' ? sleep(ms) : ms).finally(() => {
    isOver = true
  })
  for (let number = 1; !isOver; await sleep(1))
    for (; number <= ((performance.now() - start) / 1000) * rate; number++) {
      sentAt.set(number, performance.now())
      open.push(append(number))
    }
  await Promise.all(open)
}

async function hold({ url, heldMs = 0 }: Watched): Promise<void> {
  if (heldMs === 0) return
  await sleep(1000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table if not exists public.elsewhere (n int)')
  await client.query('begin; insert into public.elsewhere values (1)')
  await sleep(heldMs)
  await client.query('commit')
  await client.end()
}
