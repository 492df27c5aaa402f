// Pushes changed prices and stock to open pages; follows the in-memory catalogue for all listeners of this process.
import type { ApiShop } from '#backend/http/api-shop.ts'
import { type LiveNews, type LiveProduct, PublishedProducts } from './published-products.ts'

/** Milliseconds: between messages, and between heartbeats. */
const [pauseMs, beatMs] = [200, 15_000]
/** Gives other processes time to drop cached answers, in milliseconds. */
const headStartMs = 50

type LiveListener = { position: number; tell(news: LiveNews): void }

export type LiveParts = Pick<ApiShop, 'catalogue' | 'positions'> & { report: (error: unknown) => void }

export class LiveProducts {
  readonly #parts: LiveParts
  readonly #listeners = new Set<LiveListener>()
  readonly #published = new PublishedProducts()
  /** Products whose rows were read since the last message, and when, in the log; null: the whole catalogue was. */
  #read: Map<number, number> | null = null
  /** Everything up to here is published; and the position of the last message. */
  #position = 0
  #sent = 0
  #sentAt = 0
  #isDue = false
  #beat: NodeJS.Timeout | undefined

  constructor(parts: LiveParts) {
    this.#parts = parts
    parts.catalogue.on('changed', (ids) => this.#note(ids))
  }

  /**
   * Adds a listener with the state of position `after` (undefined: current) and at once sends it the changes since,
   * or a refresh. Returns the unsubscribe function. Rejects if it must ask a database that is away.
   */
  async join(after: number | undefined, tell: LiveListener['tell']): Promise<() => void> {
    const { catalogue, positions } = this.#parts
    // Another process may be ahead and have published it.
    if (after !== undefined && after > catalogue.position) await positions.look(['catalogue'])
    await catalogue.catchUp()
    this.#send()
    const isPossible = after === undefined || after <= Math.max(this.#position, positions.reached('catalogue'))
    const position = isPossible ? Math.max(after ?? 0, this.#position) : this.#position
    this.#published.noteComer()
    tell(isPossible ? this.#published.since(after ?? position, position) : anew(position, position))
    const one = { position, tell }
    this.#listeners.add(one)
    this.#beat ??= setInterval(() => this.#send(true), beatMs).unref()
    return () => this.#leave(one)
  }

  #leave(one: LiveListener): void {
    this.#listeners.delete(one)
    if (this.#listeners.size > 0) return
    clearInterval(this.#beat)
    this.#beat = undefined
  }

  #note(ids?: readonly number[]): void {
    const position = this.#parts.positions.reached('catalogue')
    if (!ids) this.#read = null
    else for (const id of ids) this.#read?.set(id, position)
    this.#wake(Math.max(headStartMs, this.#sentAt + pauseMs - performance.now()))
  }

  #wake(ms: number): void {
    if (this.#isDue) return
    this.#isDue = true
    const send = () => {
      this.#isDue = false
      this.#send()
    }
    setTimeout(send, ms).unref()
  }

  /** The catalogue announces rows before its position passes their events, so a message leaves out nothing. */
  #send(isHeartbeat = false): void {
    const [read, { position }] = [this.#read, this.#parts.catalogue]
    // Listeners would take a second message of the same position for a repetition.
    if (read && read.size > 0 && position <= this.#position) {
      this.#wake(pauseMs)
      return
    }
    this.#read = new Map()
    this.#position = position
    if (!read) this.#published.forget(position)
    const products = this.#published.add([...(read ?? [])].flatMap(([id, at]) => this.#factsOf(id, at)))
    if (read && products.length === 0 && !isHeartbeat) return
    const after = this.#sent
    this.#sent = position
    this.#sentAt = performance.now()
    const news = read ? { after, position, products } : anew(after, position)
    for (const one of this.#listeners) this.#tell(one, news)
  }

  #factsOf(id: number, position: number): (LiveProduct & { position: number })[] {
    const product = this.#parts.catalogue.find(id)
    if (!product) return []
    const { isActive, price, netPrice, transferPrice, stock } = product
    const prices = { price, netPrice, ...(transferPrice !== undefined && { transferPrice }) }
    // Withdrawn products reveal no price or stock.
    return [isActive ? { id, isActive, ...prices, stock, position } : { id, isActive, position }]
  }

  #tell(one: LiveListener, news: LiveNews): void {
    // Returning listeners may be ahead; a heartbeat repeats the position.
    const isKnown = news.products.length > 0 ? one.position >= news.position : one.position > news.position
    if (isKnown && !news.refresh) return
    one.position = news.position
    try {
      one.tell(news)
    } catch (error) {
      this.#parts.report(error)
    }
  }
}

function anew(after: number, position: number): LiveNews {
  return { after, position, products: [], refresh: true }
}
