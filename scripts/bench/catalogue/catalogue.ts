// npm run bench -- catalogue [--products=N]: uncached pages of a large catalogue, one after another on one
// connection.
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { fillLog } from '#scripts/bench/growth/fill-log.ts'
import { type Finding, quantile, tell } from '#scripts/bench/measure.ts'
import { serveInChild } from '#scripts/bench/served/served.ts'
import { manyProducts } from './many-products.ts'
import { type Call, type CallKind, callKinds, mixedCalls } from './mixed-calls.ts'

const calls = 600
const aims: Record<CallKind, number> = { list: 10, filters: 15, search: 15 }

export type Answered = Call & { ms: number; body: { items: unknown[]; total: number } }

/** `dataKey`: must equal the served shop's. */
export async function fillCatalogue(databaseUrl: string, products: number, dataKey: Buffer): Promise<void> {
  await migrate(databaseUrl)
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
      goal: 'G13',
      what: `${times.length} calls of ${kind}, ${products} products`,
      figure: figures.join(', '),
      aim: `p95 <= ${aims[kind]} ms`,
      isReached: at(0.95) <= aims[kind],
    })
  })
}

export async function run(ground: Ground, products: number): Promise<Finding[]> {
  const databaseUrl = await ground.createDatabase()
  await fillCatalogue(databaseUrl, products, Buffer.alloc(32, 1))
  const shop = await serveInChild({ kind: 'shop', databaseUrl })
  try {
    await untilShown(shop.url, products)
    return tellAnswers(await askAll(shop.url, mixedCalls(calls, products)), products)
  } finally {
    await shop.stop()
  }
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
