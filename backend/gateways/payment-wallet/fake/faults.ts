import type { Context, MiddlewareHandler } from 'hono'
import { type Bank, refuse } from './bank.ts'

export const operations = [
  ...(['create_preference', 'update_preference', 'get_payment'] as const),
  ...(['search_payments', 'refund', 'get_installments'] as const),
]
export type Operation = (typeof operations)[number]
export type OrderedFault = { operation: Operation; kind: FaultKind; times: number; until: Promise<void> | undefined }

const longestHangMs = 60_000
const json = { headers: { 'content-type': 'application/json' } }
const failed = (c: Context) => refuse(c, 500, 'internal_error', 'ordered fault')

/** `lost_answer` does the work and answers 500, `held_answer` does it and hangs; all others do nothing at all. */
const faults = {
  error_500: async (c) => failed(c),
  refused: async (c) => refuse(c, 400, 2063, 'ordered fault'),
  async too_many_requests(c) {
    c.header('retry-after', '1')
    return refuse(c, 429, 'too_many_requests', 'ordered fault')
  },
  broken_json: async () => new Response('{"id": 12', json),
  hanging_body: async () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"id":')) }), json),
  async hang(c) {
    await untilGivenUp(c.req.raw.signal)
    return failed(c)
  },
  async lost_answer(c, next) {
    await next()
    c.res = undefined
    c.res = failed(c)
  },
  async held_answer(c, next) {
    await next()
    await untilGivenUp(c.req.raw.signal)
  },
} satisfies Record<string, MiddlewareHandler>
export type FaultKind = keyof typeof faults

export function spoiled(bank: Bank, operation: Operation): MiddlewareHandler {
  return async (c, next) => {
    const fault = bank.faults.find((one) => one.operation === operation && one.times > 0)
    if (!fault) return next()
    fault.times -= 1
    await fault.until
    return faults[fault.kind](c, next)
  }
}

async function untilGivenUp(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    setTimeout(resolve, longestHangMs).unref()
  })
}
