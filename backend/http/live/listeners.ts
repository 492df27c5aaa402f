// The connections that stay open to be told what changes: how many there may be, what each may leave unread, and how they end.
import { logError } from '#backend/telemetry/log.ts'
import { type LiveParts, LiveProducts } from './live-products.ts'
import type { LiveNews } from './told-products.ts'

/** What a listener may leave unread before they are cut, in bytes. */
const maxUnreadBytes = 64 * 1024
/** An address may be a whole office with a browser for each; a process keeps room for what people ask. */
const [maxOfAddress, maxOfProcess] = [100, 5000]

/** Why nobody more is let in: 'address' has too many already, the 'process' has, or it is 'ending'. */
export class NoMoreListeners extends Error {
  override readonly name = 'NoMoreListeners'
  readonly because: 'address' | 'process' | 'ending'

  constructor(because: NoMoreListeners['because']) {
    super(because)
    this.because = because
  }
}

/** Adds somebody who knows what was so at a position; returns how they leave. */
type Join = (after: number | undefined, tell: (news: LiveNews) => void) => Promise<() => void>
/** network: where somebody comes from; after: the last position that they were told. */
type Asked = { network: string; after: number | undefined; factor: number }
type Open = { network: string; leave: () => void; outlet: Outlet; cut: () => void }

/** For a process that serves: from here on its pages can say up to which position they are true. */
export async function openListeners(parts: Omit<LiveParts, 'report'>): Promise<Listeners> {
  await parts.positions.look(['catalogue'])
  const products = new LiveProducts({ ...parts, report: (error) => logError('live products', error) })
  return new Listeners((after, tell) => products.join(after, tell))
}

export class Listeners {
  readonly #join: Join
  readonly #open = new Set<Open>()
  readonly #ofNetwork = new Map<string, number>()
  #isEnding = false
  /** Since the start: messages told, and listeners cut because they did not read. */
  told = 0
  cut = 0

  constructor(join: Join) {
    this.#join = join
  }

  /** How many listen now. */
  get size(): number {
    return this.#open.size
  }

  /**
   * What the listener will read, until they leave. `cut` ends their connection though they do not read; `factor`: how many times the usual
   * number may come from one address. Throws NoMoreListeners, and what keeps the changes from being known.
   */
  async listen({ network, after, factor }: Asked, cut: () => void): Promise<ReadableStream<Uint8Array>> {
    if (this.#isEnding) throw new NoMoreListeners('ending')
    if (this.#open.size >= maxOfProcess) throw new NoMoreListeners('process')
    if ((this.#ofNetwork.get(network) ?? 0) >= maxOfAddress * factor) throw new NoMoreListeners('address')
    const outlet = new Outlet(() => this.#leave(listener))
    const listener: Open = { network, leave: () => undefined, outlet, cut }
    this.#enter(listener)
    try {
      listener.leave = await this.#join(after, (news) => this.#tell(listener, news))
    } catch (error) {
      this.#leave(listener)
      throw error
    }
    // They went while their place was made ready.
    if (!this.#open.has(listener)) listener.leave()
    return outlet.stream
  }

  #tell(listener: Open, news: LiveNews): void {
    // They left while their place was made ready.
    if (!this.#open.has(listener)) return
    if (listener.outlet.isRead) {
      this.told++
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

  /** Lets nobody more in and ends what is open: a browser comes back by itself, to a process that goes on. */
  close(): void {
    this.#isEnding = true
    for (const listener of [...this.#open]) this.#end(listener)
  }

  #enter(listener: Open): void {
    this.#open.add(listener)
    this.#ofNetwork.set(listener.network, (this.#ofNetwork.get(listener.network) ?? 0) + 1)
  }

  #leave(listener: Open): void {
    if (!this.#open.delete(listener)) return
    const left = (this.#ofNetwork.get(listener.network) ?? 1) - 1
    if (left > 0) this.#ofNetwork.set(listener.network, left)
    else this.#ofNetwork.delete(listener.network)
    listener.leave()
  }
}

/** The writing end of a stream. */
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

  /** Ending again does nothing: the reader may have ended it first. */
  end(): void {
    this.#control?.close()
    this.#control = undefined
  }
}

const encoder = new TextEncoder()
const encoded = new WeakMap<LiveNews, Uint8Array>()

/** As an event stream has it; made once for all who are told the same. */
function messageOf(news: LiveNews): Uint8Array {
  const known = encoded.get(news)
  if (known) return known
  const message = encoder.encode(`id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`)
  encoded.set(news, message)
  return message
}
