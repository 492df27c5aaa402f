// Effect of one caller's flood on others: their p95 without it, while it hits another server of the machine, and
// while it hits the shop. Windows alternate, so that a busy moment affects all three.
import autocannon from 'autocannon'
import { type Finding, quantile, showSpread, spread, tell } from '#scripts/bench/measure.ts'
import { serveInChild } from '#scripts/bench/served/served.ts'
import { browse, enter, type Shopper, type Window } from './crowd.ts'

const rounds = 5
const shoppers = 8
const connections = 16
const window = 2
const beginsMs = 500
/** Milliseconds; doubling a time below it means nothing. */
const floor = 5
/** autocannon replaces this text in each request. */
const anew = '[<id>]'

type Flood = { what: string; method: 'GET' | 'POST'; path: string; body?: string; isLimited: boolean }
type Turn = 'quiet' | 'elsewhere' | 'here'

function floods(flooder: Shopper): Flood[] {
  const write = (what: string, path: string, body: object): Flood => {
    return { what, method: 'POST', path, body: JSON.stringify(body), isLimited: true }
  }
  const line = { userId: flooder.id, productId: { id: 7, quantity: 1 } }
  const account = { name: 'Ana', email: `inunda${anew}@bench.test`, password: 'Clave-segura-1' }
  const guess = { email: `inunda${anew}@bench.test`, password: 'equivocada' }
  return [
    write('changes of a cart', '/api/cart/addproducttocart', line),
    write('registrations', '/api/users/new', account),
    write('guesses at passwords', '/api/users/verifyuser', guess),
    { what: 'searches never asked', method: 'GET', path: `/api/catalogue?q=${anew}`, isLimited: false },
  ]
}

export async function run(): Promise<Finding[]> {
  const [shop, bare] = [await serveInChild({ kind: 'shop', limits: 'usual' }), await serveInChild({ kind: 'bare' })]
  try {
    const crowd: Shopper[] = []
    for (let nth = 1; nth <= shoppers; nth++)
      crowd.push(await enter(shop.url, `198.51.100.${nth}`, `comprador${nth}@bench.test`))
    const flooder = await enter(shop.url, '203.0.113.1', 'inunda@bench.test')
    const findings: Finding[] = []
    for (const flood of floods(flooder)) {
      const send = (url: string) => send16(flood, flooder, url)
      findings.push(...(await measure(flood, { send, shop: shop.url, bare: `${bare.url}/100`, crowd })))
    }
    return findings
  } finally {
    await Promise.all([shop.stop(), bare.stop()])
  }
}

function send16({ method, body }: Flood, { headers }: Shopper, url: string) {
  return autocannon({
    url,
    method,
    headers,
    connections,
    duration: window,
    workers: 1,
    idReplacement: true,
    ...(body && { body }),
  })
}

type Ground = {
  send: (url: string) => ReturnType<typeof send16>
  shop: string
  bare: string
  crowd: readonly Shopper[]
}

async function measure(flood: Flood, { send, shop, bare, crowd }: Ground): Promise<Finding[]> {
  const p95: Record<Turn, number[]> = { quiet: [], elsewhere: [], here: [] }
  let [sent, limited, refused] = [0, 0, 0]
  const windowMs = window * 1000 - beginsMs
  const look = async (): Promise<Window> => {
    await new Promise((resolve) => setTimeout(resolve, beginsMs))
    return browse(shop, crowd, windowMs)
  }
  for (let round = 0; round <= rounds; round++)
    for (const turn of ['quiet', 'elsewhere', 'here'] as const) {
      const url = turn === 'here' ? shop + flood.path : bare
      const [seen, result] = await Promise.all([look(), turn === 'quiet' ? undefined : send(url)])
      refused += seen.refused
      if (turn === 'here' && result) {
        sent += result.requests.total
        limited += result.statusCodeStats['429']?.count ?? 0
      }
      // The first round warms up within the limits.
      if (round > 0) p95[turn].push(quantile(seen.times, 0.95))
    }
  return told(flood, p95, { sent, limited, refused })
}

function told(
  { what, isLimited }: Flood,
  p95: Record<Turn, number[]>,
  { sent, limited, refused }: { sent: number; limited: number; refused: number },
): Finding[] {
  const ratio = (to: Turn) =>
    spread(p95.here.map((ms, round) => Math.max(ms, floor) / Math.max(p95[to][round] ?? 0, floor)))
  const median = (turn: Turn) => quantile(p95[turn], 0.5).toFixed(1)
  const rate = Math.round(sent / ((rounds + 1) * window))
  const figure =
    `p95 of the others ${median('quiet')} ms, with the same flood at another server ${median('elsewhere')} ms, ` +
    `at the shop ${median('here')} ms; ratio ${showSpread(ratio('quiet'))}, to the other server's ${showSpread(ratio('elsewhere'))}; ` +
    `${rate}/s of the flood, ${Math.round((100 * limited) / Math.max(sent, 1))} % of it 429; of the others ${refused} refused`
  const isReached = ratio('quiet').median <= 2 && refused === 0
  return [tell({ goal: 'flood', what, figure, aim: isLimited ? '<= 2x' : '', isReached })]
}
