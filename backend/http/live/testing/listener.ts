// For tests: somebody who listens to what changes of products, as a browser does.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { LiveNews } from '#backend/http/live/published-products.ts'

export type Listener = Awaited<ReturnType<typeof listen>>

const open = new Set<ClientRequest>()

/** Ends all that are still open. */
export function closeListeners(): void {
  for (const request of open) request.destroy()
  open.clear()
}

/** Opens the stream of a shop on this machine; `after`: as a browser that comes back says it. Resolves with what was answered. */
export async function listen(port: number, after?: number) {
  const heard: LiveNews[] = []
  const { request, answer } = await answered(port, after)
  open.add(request)
  answer.once('close', () => open.delete(request))
  const ended = new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete)))
  let rest = ''
  answer.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) heard.push(JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null') as LiveNews)
  })
  // A connection that is cut is what some tests are about.
  for (const end of [request, answer]) end.on('error', () => undefined)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    /** All that came, in order. */
    heard,
    /** What came of one product, in order. */
    of: (id: number) => heard.flatMap(({ products }) => products.filter((product) => product.id === id)),
    /** Resolves at the end: whether the shop ended the stream; false if the connection was cut. */
    ended,
    close: () => request.destroy(),
  }
}

function answered(
  port: number,
  after: number | undefined,
): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
  const headers = after === undefined ? {} : { 'last-event-id': String(after) }
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: '/api/live', headers, agent: false }, (answer) =>
      resolve({ request, answer }),
    )
    request.once('error', reject)
  })
}
