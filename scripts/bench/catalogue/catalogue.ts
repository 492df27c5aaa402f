// Lists, filters and searches never asked before in a large catalogue: one caller's times, and the rate of fifty
// beside that of a small catalogue.
import type { Bench } from '#scripts/bench/ground.ts'
import { fillLog } from '#scripts/bench/growth/fill-log.ts'
import { compare, type Finding, tell } from '#scripts/bench/measure.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { type Settings, WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Person } from '#scripts/load/person.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { sendAll } from '#scripts/load/rate.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
import { manyProducts } from './many-products.ts'
import { type Call, type CallKind, callKinds, mixedCalls } from './mixed-calls.ts'

const calls = 600
const [large, small] = [50_000, 1000]
const [connections, rounds] = [50, 3]
const highest = 200_000
const callsOfTurn = 30_000
const mostMs: Record<CallKind, number> = { list: 10, filters: 15, search: 15 }
const leastOfSmall = 0.4
const shownWithin = 600_000

export type Answered = Call & { ms: number; body: { items: unknown[]; total: number } }

export const catalogue: Bench = async ({ createDatabase, opened }, { products = large, seconds = 3 }) => {
  const shop = await serveCatalogue(await createDatabase(), products, opened)
  const findings = tellAnswers(await askAll(shop.address, mixedCalls(calls, products)), products)
  const other = await serveCatalogue(await createDatabase(), small, opened)
  for (const kind of callKinds) {
    const contestants = {
      shop: () => sendNeverAsked(shop.address, kind, products, seconds),
      'a small catalogue': () => sendNeverAsked(other.address, kind, small, seconds),
    }
    const what = `${kind} never asked, ${products} products beside ${small}`
    findings.push(await compare(what, rounds, contestants, { least: leastOfSmall }))
  }
  return findings
}

export async function serveCatalogue(
  databaseUrl: string,
  products: number,
  opened: AsyncDisposableStack,
  settings: Settings = {},
): Promise<WholeShop> {
  await fillCatalogue(databaseUrl, products)
  const shop = await WholeShop.start(databaseUrl, opened, settings)
  await untilShown(shop.address, products)
  return shop
}

let asked = 0

/** The highest price makes every address a new one. */
function sendNeverAsked(url: string, kind: CallKind, products: number, seconds: number) {
  const some = mixedCalls(calls, products).filter((call) => call.kind === kind)
  const path = (nth: number) => `${some[nth % some.length]?.path}&max=${highest + asked++}`
  const paths = Array.from({ length: callsOfTurn }, (_, nth) => path(nth))
  return sendAll({ url, connections, seconds, paths })
}

export async function fillCatalogue(databaseUrl: string, products: number): Promise<void> {
  await using opened = new AsyncDisposableStack()
  await fillLog(await openCoreUnderTest(databaseUrl, opened), manyProducts(products))
}

export async function askAll(url: string, wanted: readonly Call[]): Promise<Answered[]> {
  const person = new Person({ origin: url, address: url }, 0)
  const answers: Answered[] = []
  for (const call of wanted) {
    const { status, text, from, until } = await person.get(call.path)
    if (status !== 200) throw new Error(`${call.path} answered ${status}`)
    answers.push({ ...call, ms: until - from, body: JSON.parse(text) as Answered['body'] })
  }
  person.leave()
  return answers
}

export function tellAnswers(answers: readonly Answered[], products: number): Finding[] {
  return callKinds.map((kind) => {
    const times = answers.filter((answer) => answer.kind === kind).map(({ ms }) => ms)
    const at = (percent: number) => quantile(times, percent / 100)
    const figures = [50, 95, 99].map((percent) => `p${percent} ${at(percent).toFixed(1)} ms`)
    const aim = { of: 'p95', value: at(95), most: mostMs[kind], unit: ' ms' }
    return tell(`${times.length} calls of ${kind}, ${products} products`, figures.join(', '), aim)
  })
}

/** Resolves once the catalogue lists all products; sold-out ones come last. */
export async function untilShown(url: string, products: number): Promise<void> {
  let page = 0
  const isShown = async () => {
    const path = `/api/catalogue?stock=todos&page=${++page}`
    const [answer] = await askAll(url, [{ kind: 'list', path }])
    return answer?.body.total === products
  }
  await waitFor(`${products} products are shown`, shownWithin, isShown, 500)
}
