// Effect of one caller's flood on others: their p95 without it, while it hits another server of the machine, and
// while it hits the shop. Windows alternate, so that a busy moment affects all three.
import { setTimeout as sleep } from 'node:timers/promises'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { Person } from '#scripts/load/person.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { anew, type Sent, sendAll } from '#scripts/load/rate.ts'
import type { Bench } from './ground.ts'
import { type Finding, interleave, median, tell } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const [rounds, shoppers, connections] = [5, 8, 16]
const beginsMs = 500
/** Milliseconds; doubling a time below it means nothing. */
const floor = 5
const password = 'Clave-segura-1'
const email = `inunda${anew}@bench.test`

/** A new search, a product, the session and the cart in turn; a change once in so many rounds, below the limits. */
const roundsOfChange = 20
const line = (userId: number) => ({ userId, productId: { id: 7, quantity: 1 } })
const habit: readonly Errand[] = [
  { kind: 'search', ask: ({ id }, nth) => ['GET', `/api/catalogue?q=nadie${id}x${nth}`] },
  { kind: 'product', ask: () => ['GET', '/api/product/7'] },
  { kind: 'session', ask: () => ['GET', '/api/session'] },
  {
    kind: 'cart',
    ask: ({ id }, nth) =>
      nth % roundsOfChange === 0 ? ['POST', '/api/cart/addproducttocart', line(id)] : ['GET', `/api/cart/${id}`],
  },
]

type Flood = { what: string; path: string; request: { method?: 'POST'; body?: string }; isLimited: boolean }

function floodsOf(flooder: number): Flood[] {
  const write = (what: string, path: string, body: object): Flood => {
    return { what, path, request: { method: 'POST', body: JSON.stringify(body) }, isLimited: true }
  }
  return [
    write('changes of a cart', '/api/cart/addproducttocart', line(flooder)),
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
    const bare = await startSandbox('bare', opened)
    const crowd = new Crowd([shop], [habit])
    opened.defer(() => crowd.leave())
    for (let nth = 0; nth < shoppers; nth++) await crowd.join(0)
    const flooder = new Person(shop, shoppers)
    opened.defer(async () => flooder.leave())
    await flooder.register('inunda@bench.test')
    const headers = { origin: shop.origin, cookie: flooder.cookie, 'content-type': 'application/json' }
    const findings: Finding[] = []
    for (const one of floodsOf(flooder.id)) {
      const send = (url: string) => sendAll({ ...one.request, url, connections, seconds, headers })
      findings.push(await measure(one, crowd, { send, seconds, shop: shop.address, bare: `${bare}/100` }))
    }
    return findings
  },
}

type Window = { p95: number; refused: number; sent: number; limited: number }

type Answered = Promise<Pick<Sent, 'statuses'>>
type Sides = { send: (url: string) => Answered; seconds: number; shop: string; bare: string }

async function measure(one: Flood, crowd: Crowd, { send, seconds, shop, bare }: Sides): Promise<Finding> {
  const windowOf = async (url?: string): Promise<Window> => {
    const begin = performance.now() + beginsMs
    const { statuses } = url === undefined ? await quiet(seconds) : await send(url)
    const calls = crowd.between(begin, performance.now())
    const times = calls.map(({ from, until }) => until - from)
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const refused = calls.filter(({ reply }) => reply.status !== 200).length
    return { p95: quantile(times, 0.95), refused, sent, limited: statuses[429] ?? 0 }
  }
  const seen = await interleave(rounds, {
    quiet: () => windowOf(),
    elsewhere: () => windowOf(bare),
    here: () => windowOf(shop + one.path),
  })
  return findingsOf(one, seen, seconds)
}

async function quiet(seconds: number): Answered {
  await sleep(seconds * 1000)
  return { statuses: {} }
}

function findingsOf(
  { what, isLimited }: Flood,
  seen: Record<'quiet' | 'elsewhere' | 'here', Window[]>,
  seconds: number,
): Finding {
  const middle = (windows: readonly Window[], of: keyof Window = 'p95') => median(windows.map((window) => window[of]))
  const ratio = Math.max(middle(seen.here), floor) / Math.max(middle(seen.quiet), floor)
  const refused = [...seen.quiet, ...seen.elsewhere, ...seen.here].reduce((sum, window) => sum + window.refused, 0)
  const limited = Math.round((100 * middle(seen.here, 'limited')) / Math.max(middle(seen.here, 'sent'), 1))
  return tell({
    what: `one caller floods the shop with ${what}`,
    figure:
      `p95 of the others ${middle(seen.quiet).toFixed(1)} ms, with the same flood at another server ` +
      `${middle(seen.elsewhere).toFixed(1)} ms, at the shop ${middle(seen.here).toFixed(1)} ms; ratio ${ratio.toFixed(2)}; ` +
      `${Math.round(middle(seen.here, 'sent') / seconds)}/s of the flood, ${limited} % of it 429; of the others ${refused} refused`,
    aim: isLimited ? '<= 2x' : '',
    isReached: ratio <= 2 && refused === 0,
  })
}
