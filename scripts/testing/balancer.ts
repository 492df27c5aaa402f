// Tests: a balancer in front of shop processes. Like deploy/haproxy, it rotates among ready ones, else among those
// whose database is away, and never retries.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. */
const askEvery = 50
const answerWithinMs = 2000

export async function startBalancer(port: number, shops: readonly number[]): Promise<{ stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  const known = new Map<number, Readiness>()
  const stopped = new AbortController()
  let turn = 0
  // Probes are independent: a slow process must not delay the others' results.
  const ask = async (shop: number) => {
    while (!stopped.signal.aborted) {
      known.set(shop, await readinessOf(shop))
      await sleep(askEvery)
    }
  }
  for (const shop of shops) void ask(shop)
  const server = createServer((incoming, outgoing) => {
    const candidates = shops.filter((one) => known.get(one) === 'ready')
    if (candidates.length === 0) candidates.push(...shops.filter((one) => known.get(one) === 'database away'))
    const shop = candidates[turn++ % Math.max(1, candidates.length)]
    if (shop === undefined) outgoing.writeHead(503).end('no shop is ready')
    else forward(shop, agent, incoming, outgoing)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    async stop() {
      stopped.abort()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      agent.destroy()
    },
  }
}

type Readiness = 'ready' | 'database away' | 'none'

async function readinessOf(port: number): Promise<Readiness> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const { status } = (await answer.json()) as { status: string }
    return status === 'ready' || status === 'database away' ? status : 'none'
  } catch {
    return 'none'
  }
}

/** An error on the way to a shop is a 502. */
function forward(port: number, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url: path, socket } = incoming
  const headers = { ...incoming.headers, 'x-forwarded-for': socket.remoteAddress }
  const onward = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
    const { connection: _, ...kept } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, kept)
    answer.pipe(outgoing)
  })
  onward.on('error', (error) => outgoing.writeHead(502).end(error.message))
  incoming.pipe(onward)
}
