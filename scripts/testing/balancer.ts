// For tests: a balancer in front of processes of the shop. It leads requests by turns to those that say they are ready, and repeats none.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** In milliseconds. */
const askEvery = 50

/** Listens on `port` of this machine; `shops` are ports of it. */
export async function startBalancer(port: number, shops: readonly number[]): Promise<{ stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  let ready: number[] = []
  let turn = 0
  const ask = async () => {
    const answers = await Promise.all(shops.map(isReady))
    ready = shops.filter((_, index) => answers[index])
  }
  const timer = setInterval(() => void ask(), askEvery)
  const server = createServer((incoming, outgoing) => {
    const shop = ready[turn++ % Math.max(1, ready.length)]
    if (shop === undefined) outgoing.writeHead(503).end('no shop is ready')
    else forward(shop, agent, incoming, outgoing)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    async stop() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      agent.destroy()
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = fetch(`http://127.0.0.1:${port}/api/ready`, { headers: { connection: 'close' } })
  return answer.then(
    ({ ok }) => ok,
    () => false,
  )
}

/** What goes wrong on the way to a shop is the caller's 502. */
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
