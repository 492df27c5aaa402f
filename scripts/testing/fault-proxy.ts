// A door between a client and PostgreSQL that loses connections at chosen moments: before a statement leaves, or after its answer came.
import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'

export type Cut = {
  /** 'request': the statement never reaches the server. 'answer': the server did it, and nobody is told. */
  when: 'request' | 'answer'
  /** Bytes in what the client sends that mark the statement: its name or its text. */
  of: string
}

type Link = { client: Socket; server: Socket }

/** The last bytes of a chunk are looked at again with the next one: a mark may lie across the border. */
const overlap = 64

export class FaultProxy {
  readonly #target: URL
  readonly #door: Server
  readonly #links = new Set<Link>()
  readonly #armed: Cut[] = []
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

  /** Loses the connection of the next statement that matches; several may be armed, each works once. */
  arm(cut: Cut): void {
    this.#armed.push(cut)
  }

  /** Forgets what was armed and did not happen. */
  disarm(): void {
    this.#armed.length = 0
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
    const link: Link = { client, server: dial(Number(this.#target.port), this.#target.hostname) }
    this.#links.add(link)
    let tail = ''
    let losesAnswer = false
    client.on('data', (chunk) => {
      const text = tail + chunk.toString('latin1')
      tail = text.slice(-overlap)
      const cut = this.#taken(text)
      if (cut) tail = ''
      if (cut?.when === 'request') return this.#lose(link)
      if (cut) losesAnswer = true
      link.server.write(chunk)
    })
    link.server.on('data', (chunk) => {
      if (losesAnswer) this.#lose(link)
      else client.write(chunk)
    })
    for (const end of [client, link.server]) {
      end.setNoDelay(true)
      end.on('error', () => undefined)
      end.on('close', () => this.#close(link))
    }
  }

  #taken(text: string): Cut | undefined {
    const found = this.#armed.findIndex((cut) => text.includes(cut.of))
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
