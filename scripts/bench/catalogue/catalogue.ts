// Lists, filters and searches never asked before in a large catalogue: one caller's times, and the rate of fifty
// beside that of a small catalogue.
import { createPool } from '#backend/db/database.ts'
import { openCore } from '#backend/shop.ts'
import type { Bench, Ground } from '#scripts/bench/ground.ts'
import { fillLog } from '#scripts/bench/growth/fill-log.ts'
import { type Finding, interleave, tell, tellRatios } from '#scripts/bench/measure.ts'
import { keysUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { type Settings, WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { sendAll } from '#scripts/load/rate.ts'
import { manyProducts } from './many-products.ts'
import { type Call, type CallKind, callKinds, mixedCalls } from './mixed-calls.ts'

const calls = 600
const [large, small] = [50_000, 1000]
const [connections, rounds] = [50, 3]
const highest = 200_000
/** More than a turn can ask. */
const callsOfTurn = 30_000
const aims: Record<CallKind, number> = { list: 10, filters: 15, search: 15 }
/** Share of the small catalogue's rate. */
const leastOfSmall = 0.4

export type Answered = Call & { ms: number; body: { items: unknown[]; total: number } }

export const catalogue: Bench = {
  async run(ground, { products = large, seconds = 3 }) {
    await using opened = new AsyncDisposableStack()
    const shop = await serveCatalogue(ground, products, opened)
    const findings = tellAnswers(await askAll(shop.address, mixedCalls(calls, products)), products)
    const other = await serveCatalogue(ground, small, opened)
    for (const kind of callKinds) {
      const runs = await interleave(rounds, {
        shop: () => sendNeverAsked(shop.address, kind, products, seconds),
        'a small catalogue': () => sendNeverAsked(other.address, kind, small, seconds),
      })
      const what = `${kind} never asked, ${products} products beside ${small}`
      findings.push(...tellRatios(what, runs, { 'a small catalogue': { least: leastOfSmall } }))
    }
    return findings
  },
}

export async function serveCatalogue(
  ground: Ground,
  products: number,
  opened: AsyncDisposableStack,
  settings: (databaseUrl: string) => Promise<Settings> = async () => ({}),
): Promise<WholeShop> {
  const databaseUrl = await ground.createDatabase()
  await fillCatalogue(databaseUrl, products, keysUnderTest.dataKey)
  const shop = await WholeShop.start(databaseUrl, await settings(databaseUrl))
  opened.defer(() => shop.stop())
  await untilShown(shop.address, products)
  return shop
}

let asked = 0

/** The highest price makes every address a new one. */
function sendNeverAsked(url: string, kind: CallKind, products: number, seconds: number) {
  const some = mixedCalls(calls, products).filter((call) => call.kind === kind)
  const paths = Array.from(
    { length: callsOfTurn },
    (_, nth) => `${some[nth % some.length]?.path}&max=${highest + asked++}`,
  )
  return sendAll({ url, connections, seconds, paths })
}

/** `dataKey`: must equal the served shop's. */
export async function fillCatalogue(databaseUrl: string, products: number, dataKey: Buffer): Promise<void> {
  const core = await openCore({ databaseUrl, dataKey, sessionSecret: 'b'.repeat(40) })
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'bench', limits: false })
  try {
    await fillLog(core, owner, manyProducts(products))
  } finally {
    await owner.end()
    await core.close()
  }
}

export async function askAll(url: string, wanted: readonly Call[]): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const call of wanted) {
    const sent = performance.now()
    const response = await fetch(url + call.path)
    const body = (await response.json()) as Answered['body']
    if (response.status !== 200) throw new Error(`${call.path} answered ${response.status}`)
    answers.push({ ...call, ms: performance.now() - sent, body })
  }
  return answers
}

export function tellAnswers(answers: readonly Answered[], products: number): Finding[] {
  return callKinds.map((kind) => {
    const times = answers.filter((answer) => answer.kind === kind).map(({ ms }) => ms)
    const at = (share: number) => quantile(times, share)
    const figures = ([50, 95, 99] as const).map((percent) => `p${percent} ${at(percent / 100).toFixed(1)} ms`)
    return tell({
      what: `${times.length} calls of ${kind}, ${products} products`,
      figure: figures.join(', '),
      aim: `p95 <= ${aims[kind]} ms`,
      isReached: at(0.95) <= aims[kind],
    })
  })
}

/** Resolves once the catalogue lists all products; sold-out ones come last. */
export async function untilShown(url: string, products: number): Promise<void> {
  const path = '/api/catalogue?stock=todos&page='
  for (let nth = 1; ; nth++) {
    const [answer] = await askAll(url, [{ kind: 'list', path: path + nth }])
    if (answer?.body.total === products) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
