// Before the app: who is known to be refused is answered here, at next to no cost, and late if they go on asking; and how often anybody may read.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getPath } from 'hono/utils/url'
import { networkOfRequest } from '#backend/http/middleware/client-address.ts'
import { problemText } from '#backend/http/middleware/problems.ts'
import { whatWasTooMuch } from '#backend/http/middleware/rate-limit.ts'
import { isFilePath, safeMethods, sitemapPath, webhookPath } from '#backend/http/middleware/request-guards.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { Buckets } from './buckets.ts'
import { LateAnswers } from './late-answers.ts'
import { callOf, changesOf, ofSession, type Refusal, Refusals } from './refusals.ts'

/** headers: of every answer; factor: how many times the usual rates. */
export type DoorSettings = {
  trustedProxies: number
  factor: number
  sessionCookie: string
  headers: Readonly<Record<string, string>>
}

/** An address may be a whole office: so much is a hundred people who open a page every two seconds. */
const readsOfNetwork = { perSecond: 200, burst: 2000 }
const readsOfSession = { perSecond: 50, burst: 500 }
/** A page brings the answers of several calls, and may have to be rendered. */
const readsOfPage = 4
/** Asked by machines of the operator's, and by programs that were given a token to read all of the log. */
const uncountedReads = new Set(['/api/health', '/api/ready', '/api/feed', '/metrics'])

/** So many refusals are told at once: people, and pages that ask for several things, meet no more. */
const promptRefusals = 100
const firstDelayMs = 250
const longestDelayMs = 2000
const waitingBounds = { perCaller: 64, all: 1000 }
/** Of those that read nothing but the refusal of reads: how long what they were refused counts, in milliseconds. */
const readStreakMs = 60_000
/** Open connections of a network that come straight from it. */
const maxConnections = 1000
/** A larger body is not waited for when its request is refused. */
const longestBody = 64 * 1024

type Caller = { network: string; session: string | undefined }
type Turned = { refusal: Refusal; waitMs: number }

export class Door {
  readonly #settings: DoorSettings
  readonly #late = new LateAnswers(waitingBounds)
  readonly #connections = new Map<string, number>()
  readonly #networks: Buckets
  readonly #sessions: Buckets
  readonly #sessionCookie: RegExp
  /** What the limits of the API have refused. */
  readonly refusals = new Refusals()
  /** Of those turned away by this process, since its start: how they were told. cut: their connection was closed, since too many waited. */
  readonly counts = { prompt: 0, late: 0, cut: 0 }

  constructor(settings: DoorSettings) {
    this.#settings = settings
    const times = ({ perSecond, burst }: typeof readsOfNetwork) => ({
      perSecond: perSecond * settings.factor,
      burst: burst * settings.factor,
    })
    this.#networks = new Buckets(times(readsOfNetwork))
    this.#sessions = new Buckets(times(readsOfSession))
    // Of the shop's own form alone: what callers make up, of any length, is not remembered.
    this.#sessionCookie = new RegExp(`(?:^|; ?)${settings.sessionCookie}=([\\w-]{43})(?:;|$)`)
  }

  /** How many are waiting for their refusal. */
  get waiting(): number {
    return this.#late.size
  }

  /**
   * Whether a connection may stay; whenClosed is called with what must be done when it is closed. Behind a proxy, and on this machine,
   * connections belong to many callers and are not counted.
   */
  admits(remoteAddress: string | undefined, whenClosed: (leave: () => void) => void): boolean {
    if (this.#settings.trustedProxies > 0 || !remoteAddress || isOwnMachine(remoteAddress)) return true
    const network = networkOfRequest(remoteAddress, undefined, 0)
    const open = (this.#connections.get(network) ?? 0) + 1
    if (open > maxConnections) return false
    this.#connections.set(network, open)
    whenClosed(() => {
      const left = (this.#connections.get(network) ?? 1) - 1
      if (left > 0) this.#connections.set(network, left)
      else this.#connections.delete(network)
    })
    return true
  }

  /** Whether the request is answered here: at once, late, or by closing its connection. */
  turnsAway(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '' } = request
    const path = pathOf(url)
    const caller = this.#callerOf(request)
    const turned = safeMethods.has(method)
      ? this.#refusedRead(method, path, caller)
      : this.#refusedChange(method, path, caller)
    if (turned) this.#refuse(request, response, { ...turned, path, network: caller.network })
    return turned !== undefined
  }

  /** Tells all who wait for their refusal now, and whoever comes from now on at once. */
  hurry(): void {
    this.#late.hurry()
  }

  #callerOf({ socket, headers }: IncomingMessage): Caller {
    const told = headers['x-forwarded-for']
    const network = networkOfRequest(
      socket.remoteAddress ?? 'unknown',
      typeof told === 'string' ? told : undefined,
      this.#settings.trustedProxies,
    )
    return { network, session: this.#sessionCookie.exec(headers.cookie ?? '')?.[1] }
  }

  #refusedChange(method: string, path: string, { network, session }: Caller): Turned | undefined {
    if (this.refusals.isEmpty) return undefined
    // The provider's notices are refused only where too many came that it did not sign.
    if (path === webhookPath) return this.#known([callOf(method, path, network)])
    return this.#known([changesOf(network), callOf(method, path, network), ...callsOf(method, path, session)])
  }

  #refusedRead(method: string, path: string, { network, session }: Caller): Turned | undefined {
    if (!isCounted(path)) return undefined
    const [now, many] = [performance.now(), path.startsWith('/api/') ? 1 : readsOfPage]
    const waits: [caller: string, ms: number][] = [[network, this.#networks.take(network, now, many)]]
    if (session !== undefined) waits.push([ofSession(session), this.#sessions.take(session, now, many)])
    const [caller, waitMs] = waits.reduce((longest, wait) => (wait[1] > longest[1] ? wait : longest))
    const name = callOf('any read', '', caller)
    if (waitMs > 0) return { refusal: this.refusals.find(name) ?? this.refusals.keep(name, readStreakMs), waitMs }
    if (this.refusals.isEmpty) return undefined
    return this.#known([callOf(method, path, network), ...callsOf(method, path, session)])
  }

  #known(names: readonly string[]): Turned | undefined {
    for (const name of names) {
      const refusal = this.refusals.find(name)
      if (refusal) return { refusal, waitMs: refusal.endsAt - performance.now() }
    }
    return undefined
  }

  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { refusal, waitMs, path, network }: Turned & { path: string; network: string },
  ): void {
    const delayMs = delayOf(++refusal.times)
    const answer = () => this.#answer(request, response, path, waitMs - delayMs)
    if (delayMs === 0) {
      this.counts.prompt++
      answer()
      return
    }
    // The operator may want to keep such a caller away before they come to the shop.
    if (refusal.times === promptRefusals + 1) logWarning('a caller goes on asking while being refused', { network })
    if (this.#late.add(network, response, delayMs, answer)) this.counts.late++
    else if (this.#settings.trustedProxies > 0) {
      // The proxy's connection is everybody's.
      this.counts.prompt++
      answer()
    } else {
      this.counts.cut++
      request.socket.destroy()
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, path: string, waitMs: number): void {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const detail = whatWasTooMuch('too_many_requests', seconds)
    const isCall = path.startsWith('/api/')
    const body = isCall ? problemText('too_many_requests', { detail, retryAfter: seconds }) : detail
    response.writeHead(429, {
      ...this.#settings.headers,
      'x-request-id': randomUUID(),
      'Retry-After': seconds,
      'Content-Type': isCall ? 'application/problem+json' : 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      ...(hasMuchToSay(request) && { Connection: 'close' }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    request.resume()
  }
}

/** In milliseconds: nothing for the first, then more for each hundred. */
function delayOf(times: number): number {
  if (times <= promptRefusals) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.floor((times - promptRefusals - 1) / promptRefusals))
}

const callsOf = (method: string, path: string, session: string | undefined) =>
  session === undefined ? [] : [callOf(method, path, ofSession(session))]

const plainPath = /^(?:\/|(?:\/[\w~-][\w.~-]*)+\/?)$/

/** The path as the app reads it, so that another spelling of it is no other call here: without dot segments, and decoded. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (plainPath.test(path) || !path.startsWith('/') || !URL.canParse(`http://shop${path}`)) return path
  return getPath({ url: new URL(`http://shop${path}`).href } as Request)
}

/** Calls, pages and what is made of the catalogue; files are sent as they lie there, and are asked for by the dozen. */
function isCounted(path: string): boolean {
  if (uncountedReads.has(path)) return false
  return path.startsWith('/api/') || path === sitemapPath || !isFilePath(path)
}

function isOwnMachine(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

function hasMuchToSay({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longestBody
}
