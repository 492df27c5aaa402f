import { OpenPerCaller } from '#backend/http/admission/open-per-caller.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { logError } from '#backend/telemetry/log.ts'
import { type LiveParts, LiveProducts } from './live-products.ts'
import type { LiveNews } from './published-products.ts'

const maxUnreadBytes = 64 * 1024
/** An address may be an office of many browsers; the process keeps memory for other requests. */
const [maxOfAddress, maxOfProcess] = [100, 5000]

/** Another process may take the caller, or this one's successor. */
export function ending(): ApiProblem {
  return new ApiProblem('unavailable', {}, { 'Retry-After': '2' })
}

type Join = (after: number | undefined, tell: (news: LiveNews) => void) => Promise<() => void>
type Asked = { network: string; after: number | undefined; factor: number }
type Open = { exit: () => void; leave: () => void; outlet: Outlet; cut: () => void }

export function openListeners(parts: Omit<LiveParts, 'report'>): Listeners {
  const products = new LiveProducts({ ...parts, report: (error) => logError('live products', error) })
  return new Listeners((after, tell) => products.join(after, tell))
}

export class Listeners {
  readonly #join: Join
  readonly #open = new Set<Open>()
  readonly #ofNetwork = new OpenPerCaller()
  #isEnding = false
  /** Totals since the start: messages sent, listeners cut for not reading. */
  published = 0
  cut = 0

  constructor(join: Join) {
    this.#join = join
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Opens a listener's stream. `cut` closes a connection that doesn't read; `factor` multiplies the limit per
   * address. Throws a problem at a limit, and any error met while it subscribes to the changes.
   */
  async listen({ network, after, factor }: Asked, cut: () => void): Promise<ReadableStream<Uint8Array>> {
    if (this.#isEnding) throw ending()
    if (this.#open.size >= maxOfProcess) throw new ApiProblem('overloaded', {}, { 'Retry-After': '30' })
    if (this.#ofNetwork.of(network) >= maxOfAddress * factor) throw tooMany('too_many_requests', 30)
    const outlet = new Outlet(() => this.#leave(listener))
    const listener: Open = { exit: this.#ofNetwork.enter(network), leave: () => undefined, outlet, cut }
    this.#open.add(listener)
    try {
      listener.leave = await this.#join(after, (news) => this.#tell(listener, news))
    } catch (error) {
      this.#leave(listener)
      throw error
    }
    // The listener left while its place was prepared.
    if (!this.#open.has(listener)) listener.leave()
    return outlet.stream
  }

  #tell(listener: Open, news: LiveNews): void {
    if (!this.#open.has(listener)) return
    if (listener.outlet.isRead) {
      this.published++
      listener.outlet.write(messageOf(news))
    } else {
      this.cut++
      this.#end(listener)
    }
  }

  #end(listener: Open): void {
    this.#leave(listener)
    if (!listener.outlet.isRead) listener.cut()
    listener.outlet.end()
  }

  /** Admits no more listeners and ends open streams; browsers reconnect to another process. */
  close(): void {
    this.#isEnding = true
    for (const listener of [...this.#open]) this.#end(listener)
  }

  #leave(listener: Open): void {
    if (!this.#open.delete(listener)) return
    listener.exit()
    listener.leave()
  }
}

class Outlet {
  readonly stream: ReadableStream<Uint8Array>
  #control: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(gone: () => void) {
    const start = (control: ReadableStreamDefaultController<Uint8Array>) => {
      this.#control = control
    }
    const cancel = () => {
      this.#control = undefined
      gone()
    }
    const unread = new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes })
    this.stream = new ReadableStream<Uint8Array>({ start, cancel }, unread)
  }

  get isRead(): boolean {
    return (this.#control?.desiredSize ?? 0) > 0
  }

  write(message: Uint8Array): void {
    this.#control?.enqueue(message)
  }

  /** Idempotent, since the reader may have ended the stream. */
  end(): void {
    this.#control?.close()
    this.#control = undefined
  }
}

const encoder = new TextEncoder()
const encoded = new WeakMap<LiveNews, Uint8Array>()

function messageOf(news: LiveNews): Uint8Array {
  const known = encoded.get(news)
  if (known) return known
  const message = encoder.encode(`id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`)
  encoded.set(news, message)
  return message
}
