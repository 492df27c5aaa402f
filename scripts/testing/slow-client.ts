// A client that takes its time: it sends the head or the body of a request byte by byte, or reads of a large answer almost nothing.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Slowness = 'head' | 'body' | 'reading'

/** Every so many milliseconds a few bytes. */
const pauseMs = 500

/** By what each begins; the sender of a body never comes to its end. `large`: the path of an answer that fills what lies between. */
const beginnings = (host: string, large: string): Record<Slowness, string> => ({
  head: `GET /api/catalogue HTTP/1.1\r\nHost: ${host}\r\n`,
  body: `POST /api/users/verifyuser HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":"`,
  reading: `GET ${large} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
})

export class SlowClient {
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout

  private constructor(socket: Socket, slowness: Slowness) {
    this.#socket = socket
    socket.on('close', () => clearInterval(this.#timer))
    if (slowness === 'reading') socket.pause()
    else socket.resume()
    this.#timer = setInterval(() => {
      if (slowness === 'head') socket.write('X-Slow: 1\r\n')
      else if (slowness === 'body') socket.write('a')
      else socket.read(64)
    }, pauseMs)
  }

  /** Resolves when it has begun. large: the path of an answer that is too large for the network to hold. */
  static async begin(url: string, slowness: Slowness, large: string): Promise<SlowClient> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(beginnings(host, large)[slowness])
    return new SlowClient(socket, slowness)
  }

  leave(): void {
    clearInterval(this.#timer)
    this.#socket.destroy()
  }
}
