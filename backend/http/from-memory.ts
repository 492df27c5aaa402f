// Answers from memory, before the app, what is ready and the same for everybody.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bringsSession } from './middleware/allow.ts'
import { writePositionIn } from './middleware/read-your-writes.ts'
import { observeReady } from './middleware/telemetry.ts'
import type { Headers, ReadyAnswer } from './ready-answer.ts'

/** An answer that holds at this moment. `route`: the pattern of what would make it; `headers`: of this one time. */
export type Kept = { answer: ReadyAnswer; route: string; status?: 404; headers?: Headers }
export type FindKept = (address: string) => Kept | undefined
export type AnswerKept = (request: IncomingMessage, response: ServerResponse) => boolean

/** `always`: headers of every answer. Returns whether it has answered; the app answers everything else. */
export function answerFromMemory({ call, page }: Record<'call' | 'page', FindKept>, always: Headers): AnswerKept {
  return (request, response) => {
    const { url = '', headers } = request
    const isCall = url.startsWith('/api/')
    if (request.method !== 'GET' || !isForVisitors(headers.cookie, isCall)) return false
    const kept = findNow(isCall ? call : page, url)
    if (!kept) return false
    const { answer, status = 200, route, headers: more } = kept
    const form = answer.formFor(headers, status)
    if (form instanceof Promise) return false
    const { body } = form
    const sent = body === null ? 304 : status
    response.writeHead(sent, {
      ...always,
      ...form.headers,
      ...more,
      'x-request-id': observeReady(request, route, sent),
      ...(body !== null && { 'Content-Length': Buffer.byteLength(body) }),
    })
    response.end(body)
    return true
  }
}

/** A caller who has just changed something is answered anew; the API looks whether the account of a session is banned. */
function isForVisitors(cookie: string | undefined, isCall: boolean): boolean {
  return !cookie || (writePositionIn(cookie) === undefined && !(isCall && bringsSession(cookie)))
}

function findNow(find: FindKept, address: string): Kept | undefined {
  try {
    return find(address)
  } catch {
    // The app meets the same error and reports it.
    return undefined
  }
}
