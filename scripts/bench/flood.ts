// Effect of one caller's flood on others: their p95 with it and without it.
import { setTimeout as sleep } from 'node:timers/promises'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { errands, plentifulProduct } from '#scripts/load/buyers.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { anew, sendAll } from '#scripts/load/rate.ts'
import type { Bench } from './ground.ts'
import { compare, type Finding, type Run, runOf } from './measure.ts'

const [rounds, shoppers, connections] = [5, 8, 16]
const beginsMs = 500
const floorMs = 5
const most = 2
const email = `inunda${anew}@bench.test`
const account = { name: 'Ana', email, password: 'Clave-segura-1' }
/** A change once in so many rounds, below the limits. */
const roundsOfChange = 20
const habit: readonly Errand[] = [
  errands.list,
  errands.product,
  { kind: 'session', ask: (person) => person.get('/api/session') },
  { kind: 'cart', ask: (person, nth) => (nth % roundsOfChange === 0 ? errands.add : errands.cart).ask(person) },
]

export const flood: Bench = async ({ createDatabase, opened }, { seconds = 2 }) => {
  const shop = await WholeShop.start(await createDatabase(), opened, { demo: true, isLimited: true })
  const crowd = new Crowd([shop])
  opened.defer(() => crowd.leave())
  for (let nth = 0; nth < shoppers; nth++) crowd.walk(await crowd.register(0), [habit])
  const flooder = await crowd.register(0)
  const headers = { origin: shop.origin, cookie: flooder.cookie, 'content-type': 'application/json' }
  const line = { userId: flooder.id, productId: { id: plentifulProduct, quantity: 1 } }
  const floods: [what: string, path: string, body: object][] = [
    ['changes of a cart', 'cart/addproducttocart', line],
    ['registrations', 'users/new', account],
    ['guesses at passwords', 'users/verifyuser', { email, password: account.password }],
  ]
  const findings: Finding[] = []
  for (const [what, path, body] of floods) {
    const request = { url: `${shop.address}/api/${path}`, method: 'POST', body: JSON.stringify(body), headers } as const
    const send = () => sendAll({ ...request, connections, seconds })
    const contestants = {
      flooded: () => othersDuring(crowd, send),
      quiet: () => othersDuring(crowd, () => sleep(seconds * 1000)),
    }
    const name = `the others while one caller floods the shop with ${what}`
    findings.push(await compare(name, rounds, contestants, { of: 'p95', most }))
  }
  return findings
}

async function othersDuring(crowd: Crowd, work: () => Promise<unknown>): Promise<Run> {
  const begin = performance.now() + beginsMs
  await work()
  const calls = crowd.between(begin, performance.now())
  const times = calls.map(({ from, until }) => until - from)
  const run = runOf(times, (performance.now() - begin) / 1000)
  return { ...run, p95: Math.max(run.p95, floorMs), failed: calls.filter(({ status }) => status !== 200).length }
}
