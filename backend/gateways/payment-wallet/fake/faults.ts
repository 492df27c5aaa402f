import type { MiddlewareHandler } from 'hono'
import { type Bank, refuse } from './bank.ts'
import { nextFault, type Operation } from './ordered-faults.ts'

const longestHangMs = 60_000

async function untilGivenUp(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    setTimeout(resolve, longestHangMs).unref()
  })
}

export function spoiled(bank: Bank, operation: Operation): MiddlewareHandler {
  return async (c, next) => {
    const json = { 'content-type': 'application/json' }
    const fault = nextFault(bank.faults, operation)
    if (!fault) return next()
    await fault.until
    switch (fault.kind) {
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
        return fault.kind satisfies never
    }
  }
}
