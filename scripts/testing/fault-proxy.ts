// A proxy before PostgreSQL that behaves like bad networks: loses connections at chosen moments, is slow, holds or
// swallows data.
import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Cut = {
  /**
   * 'request': the statement never arrives and the connection is lost. 'answer': the server executes, but its answer
   * is lost. 'end': the message's end and everything later never arrive, not even a FIN; answers still come. 'end and
   * answer': they don't either.
   */
  when: 'request' | 'answer' | 'end' | 'end and answer'
  /** Bytes that identify the statement: its name or text. */
  of: string
}

/** Faults of every packet, in both directions. */
export type Slowness = {
  /** Delay in milliseconds. */
  delayMs: number
  /** Maximum additional random delay; packets keep their order. */
  jitterMs?: number
  /** Share of lost packets; TCP resends each after its shortest wait, and later ones queue behind it. */
  lostShare?: number
  /** Per connection and direction. */
  bytesPerSecond?: number
}

/**
 * isDeaf: the server receives nothing more, not even the close; isMute: nor the client. `name`: the client's
 * application name once known.
 */
type Link = { client: Socket; server: Socket; isDeaf: boolean; isMute: boolean; name: string }

/** Keeps the end of a chunk, since a mark may cross the border. */
const overlap = 64
/** Linux's minimum retransmission time. */
const retransmissionMs = 200
/** Ends a driver's message; PostgreSQL executes and commits after reading it. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])
/** Longest timer. */
const untilHealed = 2 ** 31 - 1

export class FaultProxy {
  #target: URL
  readonly #door: Server
  readonly #links = new Set<Link>()
  readonly #armed: Cut[] = []
  #slowness: Slowness | undefined
  /** By application name. */
  #held: readonly string[] = []
  #healing = new AbortController()
  #isSwallowing = false
  /** Connections lost so far. */
  cuts = 0

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
    this.#door = createServer((client) => this.#connected(client))
  }

  static async open(databaseUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(databaseUrl)
    proxy.#door.listen(0, '127.0.0.1')
    await once(proxy.#door, 'listening')
    return proxy
  }

  get databaseUrl(): string {
    const url = new URL(this.#target)
    const address = this.#door.address()
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return url.href
  }

  /** Harms the next matching statement's connection; several may be armed, each works once. */
  arm(cut: Cut): void {
    this.#armed.push(cut)
  }

  disarm(): void {
    this.#armed.length = 0
  }

  /** Applies to every later packet. */
  slow(slowness: Slowness): void {
    this.#slowness = slowness
  }

  /**
   * Holds all data of these clients (application_name) in both directions until the network is healed; then delivers
   * everything.
   */
  hold(names: readonly string[]): void {
    this.#held = names
  }

  /** Drops everything in both directions for good, like a firewall that forgot the connections. */
  swallow(): void {
    this.#isSwallowing = true
    for (const link of this.#links) Object.assign(link, { isDeaf: true, isMute: true })
  }

  /** New connections work again and delayed data arrives. */
  heal(): void {
    this.#slowness = undefined
    this.#held = []
    this.#isSwallowing = false
    this.#healing.abort()
    this.#healing = new AbortController()
  }

  /** Switches to another server and cuts existing connections. */
  lead(databaseUrl: string): void {
    this.#target = new URL(databaseUrl)
    this.cutAll()
  }

  cutAll(): void {
    for (const link of this.#links) this.#lose(link)
  }

  async close(): Promise<void> {
    this.cutAll()
    this.#door.close()
    await once(this.#door, 'close')
  }

  #connected(client: Socket): void {
    const server = dial(Number(this.#target.port), this.#target.hostname)
    const link: Link = { client, server, isDeaf: this.#isSwallowing, isMute: this.#isSwallowing, name: '' }
    this.#links.add(link)
    const [toServer, toClient] = [this.#late(link, server), this.#late(link, client)]
    let tail = ''
    let losesAnswer = false
    client.on('data', (chunk) => {
      if (link.isDeaf) return
      const text = tail + chunk.toString('latin1')
      link.name ||= /\0application_name\0([^\0]+)/.exec(text)?.[1] ?? ''
      tail = text.slice(-overlap)
      const cut = this.#taken(text, chunk)
      if (cut) tail = ''
      if (cut?.when === 'request') return this.#lose(link)
      if (cut?.when === 'answer') losesAnswer = true
      if (!cut?.when.startsWith('end')) return toServer(chunk)
      this.cuts++
      Object.assign(link, { isDeaf: true, isMute: cut.when === 'end and answer' })
      toServer(chunk.subarray(0, -sync.length))
    })
    server.on('data', (chunk) => {
      if (losesAnswer) this.#lose(link)
      else if (!link.isMute) toClient(chunk)
    })
    for (const end of [client, server]) {
      end.setNoDelay(true)
      end.on('error', () => undefined)
    }
    client.on('close', () => link.isDeaf || this.#close(link))
    server.on('close', () => link.isMute || this.#close(link))
  }

  /** Writes in order, late if the network is slow. */
  #late(link: Link, to: Socket): (chunk: Buffer) => void {
    let waiting = 0
    let last = Promise.resolve()
    let freeAt = 0
    return (chunk) => {
      const isHeld = this.#held.includes(link.name)
      if (!isHeld && !this.#slowness && waiting === 0) return void to.write(chunk)
      const { delayMs = 0, jitterMs = 0, lostShare = 0, bytesPerSecond } = this.#slowness ?? {}
      const onTheLineMs = bytesPerSecond === undefined ? 0 : (1000 * chunk.length) / bytesPerSecond
      freeAt = Math.max(waiting === 0 ? 0 : freeAt, performance.now()) + onTheLineMs
      const again = Math.random() < lostShare ? retransmissionMs : 0
      const due = isHeld ? untilHealed : freeAt + delayMs + Math.random() * jitterMs + again
      const { signal } = this.#healing
      waiting++
      last = last.then(async () => {
        const leftMs = Math.min(untilHealed, due - performance.now())
        if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined)
        waiting--
        if (!to.destroyed) to.write(chunk)
      })
    }
  }

  #taken(text: string, chunk: Buffer): Cut | undefined {
    const isWhole = chunk.subarray(-sync.length).equals(sync)
    const found = this.#armed.findIndex(({ when, of }) => text.includes(of) && (isWhole || !when.startsWith('end')))
    return found < 0 ? undefined : this.#armed.splice(found, 1)[0]
  }

  #lose(link: Link): void {
    this.cuts++
    this.#close(link)
  }

  #close(link: Link): void {
    link.client.destroy()
    link.server.destroy()
    this.#links.delete(link)
  }
}
