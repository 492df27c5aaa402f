// Effect of one caller's flood on others: their p95 without it and with it, in turns, so that a busy moment affects
// both.
import { setTimeout as sleep } from 'node:timers/promises'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { Person } from '#scripts/load/person.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { anew, type Sent, sendAll } from '#scripts/load/rate.ts'
import type { Bench } from './ground.ts'
import { type Finding, interleave, median, tell } from './measure.ts'

const [rounds, shoppers, connections] = [5, 8, 16]
const beginsMs = 500
/** Milliseconds; doubling a time below it means nothing. */
const floor = 5
const password = 'Clave-segura-1'
const email = `inunda${anew}@bench.test`

/** A new search, a product, the session and the cart in turn; a change once in so many rounds, below the limits. */
const roundsOfChange = 20
const product = 7
const habit: readonly Errand[] = [
  { kind: 'search', ask: (person, nth) => person.get(`/api/catalogue?q=nadie${person.id}x${nth}`) },
  { kind: 'product', ask: (person) => person.get(`/api/product/${product}`) },
  { kind: 'session', ask: (person) => person.get('/api/session') },
  {
    kind: 'cart',
    ask: (person, nth) => (nth % roundsOfChange === 0 ? person.addToCart(product) : person.readCart()),
  },
]

type Flood = { what: string; path: string; request: { method?: 'POST'; body?: string }; isLimited: boolean }

function floodsOf(flooder: number): Flood[] {
  const write = (what: string, path: string, body: object): Flood => {
    return { what, path, request: { method: 'POST', body: JSON.stringify(body) }, isLimited: true }
  }
  return [
    write('changes of a cart', '/api/cart/addproducttocart', {
      userId: flooder,
      productId: { id: product, quantity: 1 },
    }),
    write('registrations', '/api/users/new', { name: 'Ana', email, password }),
    write('guesses at passwords', '/api/users/verifyuser', { email, password }),
    { what: 'searches never asked', path: `/api/catalogue?q=${anew}`, request: {}, isLimited: false },
  ]
}

export const flood: Bench = {
  async run(ground, { seconds = 2 }) {
    await using opened = new AsyncDisposableStack()
    const shop = await WholeShop.start(await ground.createDatabase(), { demo: true, isLimited: true })
    opened.defer(() => shop.stop())
    const crowd = new Crowd([shop], [habit])
    opened.defer(() => crowd.leave())
    for (let nth = 0; nth < shoppers; nth++) await crowd.join(0)
    const flooder = new Person(shop, shoppers)
    opened.defer(async () => flooder.leave())
    await flooder.register('inunda@bench.test')
    const headers = { origin: shop.origin, cookie: flooder.cookie, 'content-type': 'application/json' }
    const findings: Finding[] = []
    for (const one of floodsOf(flooder.id)) {
      const send = () => sendAll({ ...one.request, url: shop.address + one.path, connections, seconds, headers })
      findings.push(await measure(one, crowd, send, seconds))
    }
    return findings
  },
}

type Window = { p95: number; refused: number; sent: number; limited: number }

type Send = () => Promise<Pick<Sent, 'statuses'>>

async function measure(one: Flood, crowd: Crowd, send: Send, seconds: number): Promise<Finding> {
  const windowOf = async (during: Send): Promise<Window> => {
    const begin = performance.now() + beginsMs
    const { statuses } = await during()
    const calls = crowd.between(begin, performance.now())
    const times = calls.map(({ from, until }) => until - from)
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const refused = calls.filter(({ reply }) => reply.status !== 200).length
    return { p95: quantile(times, 0.95), refused, sent, limited: statuses[429] ?? 0 }
  }
  const quiet = () => sleep(seconds * 1000, { statuses: {} })
  const seen = await interleave(rounds, { quiet: () => windowOf(quiet), flooded: () => windowOf(send) })
  return findingOf(one, seen, seconds)
}

function findingOf(
  { what, isLimited }: Flood,
  { quiet, flooded }: Record<'quiet' | 'flooded', Window[]>,
  seconds: number,
): Finding {
  const middle = (windows: readonly Window[], of: keyof Window = 'p95') => median(windows.map((window) => window[of]))
  const ratio = Math.max(middle(flooded), floor) / Math.max(middle(quiet), floor)
  const refused = [...quiet, ...flooded].reduce((sum, window) => sum + window.refused, 0)
  const limited = Math.round((100 * middle(flooded, 'limited')) / Math.max(middle(flooded, 'sent'), 1))
  return tell({
    what: `one caller floods the shop with ${what}`,
    figure:
      `p95 of the others ${middle(quiet).toFixed(1)} ms, flooded ${middle(flooded).toFixed(1)} ms, ratio ${ratio.toFixed(2)}; ` +
      `${Math.round(middle(flooded, 'sent') / seconds)}/s of the flood, ${limited} % of it 429; of the others ${refused} refused`,
    aim: isLimited ? '<= 2x' : '',
    isReached: ratio <= 2 && refused === 0,
  })
}
