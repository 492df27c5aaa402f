// Admission control before the app: answers rate-limited callers cheaply, with growing delays, and limits reads.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getPath } from 'hono/utils/url'
import { networkOfRequest } from '#backend/http/middleware/client-address.ts'
import { problemText } from '#backend/http/middleware/problems.ts'
import { whatWasTooMuch } from '#backend/http/middleware/rate-limit.ts'
import { isFilePath, safeMethods, sitemapPath, webhookPath } from '#backend/http/middleware/request-guards.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { Buckets } from './buckets.ts'
import { OpenPerCaller } from './open-per-caller.ts'
import { callOf, changesOf, ofSession, type Refusal, Refusals } from './refusals.ts'

/** `headers`: on every answer; `factor`: multiplies the rates. */
export type AdmissionSettings = {
  trustedProxies: number
  factor: number
  sessionCookie: string
  headers: Readonly<Record<string, string>>
}

/** One address may be an office of a hundred people who open a page every two seconds. */
const readsOfNetwork = { perSecond: 200, burst: 2000 }
const readsOfSession = { perSecond: 50, burst: 500 }
/** A page brings the answers of several calls, and may have to be rendered. */
const readsOfPage = 4
/** Called by the operator's machines, and by programs with a token for the whole log. */
const uncountedReads = new Set(['/api/health', '/api/ready', '/api/feed', '/metrics'])

const promptRefusals = 100
const firstDelayMs = 250
const longestDelayMs = 2000
/** Delayed answers at a time, to protect the memory. */
const waitingBounds = { perCaller: 64, all: 1000 }
/** Milliseconds that refused reads count towards the delay. */
const readStreakMs = 60_000
/** Direct connections per network. */
const maxConnections = 1000
/** Doesn't wait for a larger body of a refused request. */
const longestBody = 64 * 1024

type Caller = { network: string; session: string | undefined }
type Turned = { refusal: Refusal; waitMs: number }

export class AdmissionControl {
  readonly #settings: AdmissionSettings
  readonly #waiting = new OpenPerCaller()
  readonly #connections = new OpenPerCaller()
  readonly #networks: Buckets
  readonly #sessions: Buckets
  readonly #sessionCookie: RegExp
  readonly refusals = new Refusals()
  /** Refusals of this process since its start. `cut`: connections closed because too many waited. */
  readonly counts = { prompt: 0, late: 0, cut: 0 }

  constructor(settings: AdmissionSettings) {
    this.#settings = settings
    const times = ({ perSecond, burst }: typeof readsOfNetwork) => ({
      perSecond: perSecond * settings.factor,
      burst: burst * settings.factor,
    })
    this.#networks = new Buckets(times(readsOfNetwork))
    this.#sessions = new Buckets(times(readsOfSession))
    // Remembers only well-formed cookies, since callers can invent anything.
    this.#sessionCookie = new RegExp(`(?:^|; ?)${settings.sessionCookie}=([\\w-]{43})(?:;|$)`)
  }

  get waiting(): number {
    return this.#waiting.all
  }

  /**
   * Admits a connection; `whenClosed` receives what to do at its end. Doesn't count behind a proxy or on this
   * machine, where connections belong to many callers.
   */
  admits(remoteAddress: string | undefined, whenClosed: (leave: () => void) => void): boolean {
    if (this.#settings.trustedProxies > 0 || !remoteAddress || isOwnMachine(remoteAddress)) return true
    const network = networkOfRequest(remoteAddress, undefined, 0)
    if (this.#connections.of(network) >= maxConnections) return false
    whenClosed(this.#connections.enter(network))
    return true
  }

  /** True if the request is answered here: at once, late, or by closing the connection. */
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

  #callerOf({ socket, headers }: IncomingMessage): Caller {
    const forwardedFor = headers['x-forwarded-for']
    const network = networkOfRequest(
      socket.remoteAddress ?? 'unknown',
      typeof forwardedFor === 'string' ? forwardedFor : undefined,
      this.#settings.trustedProxies,
    )
    return { network, session: this.#sessionCookie.exec(headers.cookie ?? '')?.[1] }
  }

  #refusedChange(method: string, path: string, { network, session }: Caller): Turned | undefined {
    if (this.refusals.isEmpty) return undefined
    // Notices are only limited if too many were unsigned.
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
    // The operator may want to block this caller outside the shop.
    if (refusal.times === promptRefusals + 1) logWarning('a caller goes on asking while being refused', { network })
    if (this.#waiting.of(network) < waitingBounds.perCaller && this.#waiting.all < waitingBounds.all) {
      this.counts.late++
      this.#answerLater(network, response, delayMs, answer)
    } else if (this.#settings.trustedProxies > 0) {
      // A proxy's connection belongs to everybody.
      this.counts.prompt++
      answer()
    } else {
      this.counts.cut++
      request.socket.destroy()
    }
  }

  #answerLater(network: string, response: ServerResponse, ms: number, answer: () => void): void {
    const leave = this.#waiting.enter(network)
    const left = () => {
      clearTimeout(timer)
      leave()
    }
    const timer = setTimeout(() => {
      response.off('close', left)
      leave()
      answer()
    }, ms)
    response.once('close', left)
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

/** Milliseconds; zero at first, growing with each hundred. */
function delayOf(times: number): number {
  if (times <= promptRefusals) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.floor((times - promptRefusals - 1) / promptRefusals))
}

const callsOf = (method: string, path: string, session: string | undefined) =>
  session === undefined ? [] : [callOf(method, path, ofSession(session))]

const plainPath = /^(?:\/|(?:\/[\w~-][\w.~-]*)+\/?)$/

/** Normalises like the app: decoded, without dot segments, so that another spelling is the same call. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (plainPath.test(path) || !path.startsWith('/') || !URL.canParse(`http://shop${path}`)) return path
  return getPath({ url: new URL(`http://shop${path}`).href } as Request)
}

/** Counts calls, pages and catalogue output. Static files are cheap and come by the dozen. */
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
