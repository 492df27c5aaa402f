// A cheap HTTP client for this machine: it shares the cores with the measured shop, and `fetch` takes three times the
// CPU.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

type Asked = { type: string; body: string; headers?: Record<string, string> }

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Follows no redirect. Retries on a new connection if the server closed the pooled one. */
export function post(url: string, asked: Asked): Promise<Answer> {
  const { type, body, headers } = asked
  return new Promise<Answer>((resolve, reject) => {
    const { origin } = new URL(url)
    const length = Buffer.byteLength(body)
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, origin, 'content-type': type, 'content-length': length },
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, asked))
      else reject(error)
    })
    sent.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      text(answer).then((text) => resolve({ status, headers, text }), reject)
    })
    sent.end(body)
  })
}
