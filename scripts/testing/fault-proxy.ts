// A door between a client and PostgreSQL that does what networks do: loses connections at chosen moments, is slow, or holds or swallows what is sent.
import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Cut = {
  /**
   * 'request': the statement never reaches the server, and the connection is lost. 'answer': the server did it, and nobody is told. 'end': the
   * statement arrives without the end of its message, and nothing follows it, not even a FIN; the server's answers still come. 'end and
   * answer': they do not come either.
   */
  when: 'request' | 'answer' | 'end' | 'end and answer'
  /** Bytes in what the client sends that mark the statement: its name or its text. */
  of: string
}

/** What a bad network does to every packet, in both directions. */
export type Slowness = {
  /** By how much it is late, in milliseconds. */
  delayMs: number
  /** By how much more at most, each packet by its own luck; none overtakes another. */
  jitterMs?: number
  /** Of all packets: what is lost is sent again by TCP after its shortest wait, and all that follows waits behind it. */
  lostShare?: number
  /** Of one connection in one direction. */
  bytesPerSecond?: number
}

/**
 * isDeaf: the server hears nothing more of the client, also not that it has gone; isMute: nor the client of the server. name: what the client
 * calls itself, once it has said so.
 */
type Link = { client: Socket; server: Socket; isDeaf: boolean; isMute: boolean; name: string }

/** The last bytes of a chunk are looked at again with the next one: a mark may lie across the border. */
const overlap = 64
/** Linux sends again what was not acknowledged for so long, at the soonest. */
const retransmissionMs = 200
/** What ends a message of the driver: PostgreSQL carries it out and commits when it has read it. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])
/** The longest that a timer can wait. */
const untilHealed = 2 ** 31 - 1

export class FaultProxy {
  #target: URL
  readonly #door: Server
  readonly #links = new Set<Link>()
  readonly #armed: Cut[] = []
  #slowness: Slowness | undefined
  /** By the names of the clients. */
  #held: readonly string[] = []
  /** Ends what is late, or held. */
  #healing = new AbortController()
  #isSwallowing = false
  /** How many connections were lost so far. */
  cuts = 0

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
    this.#door = createServer((client) => this.#connected(client))
  }

  /** Opens a door to the server of this address. */
  static async open(databaseUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(databaseUrl)
    proxy.#door.listen(0, '127.0.0.1')
    await once(proxy.#door, 'listening')
    return proxy
  }

  /** The same database through this door. */
  get databaseUrl(): string {
    const url = new URL(this.#target)
    const address = this.#door.address()
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return url.href
  }

  /** Harms the connection of the next statement that matches; several may be armed, each works once. */
  arm(cut: Cut): void {
    this.#armed.push(cut)
  }

  /** Forgets what was armed and did not happen. */
  disarm(): void {
    this.#armed.length = 0
  }

  /** From now on every packet suffers this. */
  slow(slowness: Slowness): void {
    this.#slowness = slowness
  }

  /** From now on nothing that these clients send, or are sent, arrives before the network is healed; then all of it does. By application_name. */
  hold(names: readonly string[]): void {
    this.#held = names
  }

  /** From now on nothing arrives, in either direction. What is open never comes to life again, as behind a firewall that forgot it. */
  swallow(): void {
    this.#isSwallowing = true
    for (const link of this.#links) Object.assign(link, { isDeaf: true, isMute: true })
  }

  /** New connections work as they should, at once, and what was late arrives. */
  heal(): void {
    this.#slowness = undefined
    this.#held = []
    this.#isSwallowing = false
    this.#healing.abort()
    this.#healing = new AbortController()
  }

  /** From now on the door leads to the server of another address; whoever is connected is cut off. */
  lead(databaseUrl: string): void {
    this.#target = new URL(databaseUrl)
    this.cutAll()
  }

  /** Loses every connection now. */
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

  /** Writes what it is given in its order, late if the network is slow. */
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
