// Faults on order: a test spoils the next answers of an operation. They are stored, so that every process sees them.
import type { MiddlewareHandler } from 'hono'
import { type Bank, refuse } from './bank.ts'

export const operations = [
  'create_preference',
  'update_preference',
  'get_payment',
  'search_payments',
  'refund',
] as const
export type Operation = (typeof operations)[number]

/** `lost_answer` does the work and answers 500, `held_answer` does it and hangs; all others do nothing at all. */
export type FaultKind =
  | 'error_500'
  | 'too_many_requests'
  | 'hang'
  | 'hanging_body'
  | 'broken_json'
  | 'lost_answer'
  | 'held_answer'
  | 'refused'

const longestHangMs = 60_000

export async function orderFault({ pool }: Bank, operation: Operation, kind: FaultKind, times: number): Promise<void> {
  const sql = 'insert into fake_wallet.faults (operation, kind, remaining) values ($1, $2, $3)'
  await pool.query(sql, [operation, kind, times])
}

async function nextFault({ pool }: Bank, operation: Operation): Promise<FaultKind | undefined> {
  const { rows } = await pool.query<{ kind: FaultKind }>(
    `update fake_wallet.faults set remaining = remaining - 1 where id = (
       select id from fake_wallet.faults where remaining > 0 and operation = $1 order by id limit 1 for update)
     returning kind`,
    [operation],
  )
  return rows[0]?.kind
}

async function untilGivenUp(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    setTimeout(resolve, longestHangMs).unref()
  })
}

export function spoiled(bank: Bank, operation: Operation): MiddlewareHandler {
  return async (c, next) => {
    const json = { 'content-type': 'application/json' }
    const kind = await nextFault(bank, operation)
    switch (kind) {
      case undefined:
        return next()
      case 'hang':
        await untilGivenUp(c.req.raw.signal)
        return refuse(c, 500, 'internal_error', 'ordered fault')
      case 'hanging_body':
        return new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"id":')) }), {
          headers: json,
        })
      case 'broken_json':
        return new Response('{"id": 12', { headers: json })
      case 'too_many_requests':
        c.header('retry-after', '1')
        return refuse(c, 429, 'too_many_requests', 'ordered fault')
      case 'lost_answer':
        await next()
        c.res = undefined
        c.res = refuse(c, 500, 'internal_error', 'ordered fault')
        return
      case 'held_answer':
        await next()
        await untilGivenUp(c.req.raw.signal)
        return
      case 'refused':
        return refuse(c, 400, 2063, 'ordered fault')
      case 'error_500':
        return refuse(c, 500, 'internal_error', 'ordered fault')
      default:
        return kind satisfies never
    }
  }
}
