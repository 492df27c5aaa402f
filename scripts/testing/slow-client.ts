// A slow client: sends head or body byte by byte, or hardly reads a large answer.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Slowness = 'head' | 'body' | 'reading'

/** Milliseconds between a few bytes. */
const pauseMs = 500

/** The body's sender never finishes. `large`: path of an answer that fills all buffers. */
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

  /** Resolves once it has begun. `large`: path of an answer too large for the network's buffers. */
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
