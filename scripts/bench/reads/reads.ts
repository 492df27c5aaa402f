// npm run bench -- reads [--products=N --seconds=N]: mixed reads while the shop sells, beside a bare Hono answer of
// the same size; and uncached queries on the largest catalogue.
import autocannon from 'autocannon'
import { openCore } from '#backend/shop.ts'
import { askAll, fillCatalogue, tellAnswers, untilShown } from '#scripts/bench/catalogue/catalogue.ts'
import { mixedCalls } from '#scripts/bench/catalogue/mixed-calls.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { type Finding, quantile, tell } from '#scripts/bench/measure.ts'
import { type Served, serveInChild, shopSecrets } from '#scripts/bench/served/served.ts'
import { randomFrom } from '#scripts/fault-injection/load/random.ts'
import { mixedReads } from './mixed-reads.ts'
import { openSellers } from './sellers.ts'

const connections = 32
const rounds = 3
/** Each connection cycles through its own part of the addresses. */
const addresses = 64_000
const sizes = [1000, 10_000, 50_000]
/** Minimum share of Hono's rate on the smallest catalogue, and of the smallest's rate on the largest. */
const [least, leastOfLargest] = [0.3, 0.5]
const neverAsked = 600
/** Tolerated share of failed requests. */
const mostGivenUp = 0.01

type Reads = { rate: number; p95: number }
type Figures = { shop: Reads; bare: Reads; ratio: number; kept: number }

/** `products`: only this catalogue size. `seconds`: length of a turn. */
export async function run(ground: Ground, options: { products?: number; seconds: number }): Promise<Finding[]> {
  const findings: Finding[] = []
  const measured = options.products === undefined ? sizes : [options.products]
  let smallest: number | undefined
  for (const size of measured) {
    const isLargest = size === measured.at(-1)
    await onStage(ground, size, options.seconds, async ({ shop, bare, sell }) => {
      const figures = await measure({ shop, bare, sell, size, seconds: options.seconds })
      const aim = smallest === undefined ? least : leastOfLargest * smallest
      smallest ??= figures.ratio
      findings.push(tellReads(size, figures, aim))
      if (isLargest) findings.push(...tellAnswers(await askAll(shop.url, mixedCalls(neverAsked, size)), size))
    })
  }
  return findings
}

function tellReads(size: number, { shop, bare, ratio, kept }: Figures, aim: number): Finding {
  const rates = `shop ${shop.rate.toFixed(0)}/s p95 ${shop.p95} ms, bare Hono ${bare.rate.toFixed(0)}/s p95 ${bare.p95} ms`
  return tell({
    goal: 'G14',
    what: `reads of ${size} products beside orders and carts`,
    figure: `${rates}, ratio ${ratio.toFixed(2)}, ${(100 * kept).toFixed(1)} % as they were kept`,
    aim: `ratio >= ${aim.toFixed(2)}`,
    isReached: ratio >= aim,
  })
}

type Stage = { shop: Served; bare: Served; sell: Awaited<ReturnType<typeof openSellers>> }

async function onStage(
  ground: Ground,
  size: number,
  seconds: number,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl = await ground.createDatabase()
  await fillCatalogue(databaseUrl, size, shopSecrets.dataKey)
  const started = async (served: Promise<Served>) => {
    const one = await served
    opened.defer(one.stop)
    return one
  }
  const wallet = await started(serveInChild({ kind: 'instant-wallet', databaseUrl }))
  const mailbox = await started(serveInChild({ kind: 'mailbox', databaseUrl }))
  const shop = await started(serveInChild({ kind: 'shop', databaseUrl, walletUrl: wallet.url, smtpUrl: mailbox.url }))
  const bare = await started(serveInChild({ kind: 'bare' }))
  const core = await openCore({ databaseUrl, ...shopSecrets })
  opened.defer(() => core.close())
  await untilShown(shop.url, size)
  await work({ shop, bare, sell: await openSellers(core, shop.url, size, 2 * (rounds + 1) * (seconds + 1)) })
}

async function measure(stage: Stage & { size: number; seconds: number }): Promise<Figures> {
  const { shop, bare, sell, size, seconds } = stage
  const paths = mixedReads(randomFrom(size), addresses, size)
  const bytes = await meanBytes(shop.url, paths)
  const sellers = sell()
  const [ours, theirs]: [Reads[], Reads[]] = [[], []]
  let before = await answersOf(shop.url)
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) before = await answersOf(shop.url)
    const turn = [
      await read(bare.url, Array<string>(connections).fill(`/${bytes}`), seconds),
      await read(shop.url, paths, seconds),
    ] as const
    if (round === 0) continue
    theirs.push(turn[0])
    ours.push(turn[1])
  }
  const after = await answersOf(shop.url)
  const sold = await sellers.stop()
  console.log(
    `     ${(sold.orders / sold.seconds).toFixed(1)} orders/s, ${(sold.carts / sold.seconds).toFixed(1)} changes of carts/s, ${bytes} bytes an answer`,
  )
  const [hits, misses] = [after.hit - before.hit, after.miss - before.miss]
  const ratio = quantile(
    ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN)),
    0.5,
  )
  return { shop: median(ours), bare: median(theirs), ratio, kept: hits / (hits + misses) }
}

async function read(url: string, paths: readonly string[], seconds: number): Promise<Reads> {
  let connection = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient(client) {
      const own = paths.filter((_, nth) => nth % connections === connection)
      connection++
      client.setRequests(own.map((path) => ({ method: 'GET', path })))
    },
  })
  // Missing pages and products are valid answers.
  const bad = Object.keys(result.statusCodeStats).filter((status) => Number(status) >= 500)
  // An overloaded driver abandons some connections.
  const isBroken = result.errors > mostGivenUp * result.requests.total
  if (isBroken || bad.length > 0) throw new Error(`${url}: ${result.errors} errors, answers ${bad.join()}`)
  if (result.errors > 0) console.log(`     ${result.errors} of ${result.requests.total} requests were given up`)
  return { rate: result.requests.average, p95: result.latency.p97_5 }
}

/** A sample; some addresses name missing products or pages. */
async function meanBytes(url: string, paths: readonly string[]): Promise<number> {
  const sizes: number[] = []
  for (const path of paths.slice(0, 300)) sizes.push((await (await fetch(url + path)).arrayBuffer()).byteLength)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
}

/** The shop's own counts of cached and computed public answers. */
async function answersOf(url: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const count = (result: string) =>
    Number(new RegExp(`kept_answers_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { hit: count('hit'), miss: count('miss') }
}

function median(all: readonly Reads[]): Reads {
  const of = (pick: (one: Reads) => number) => quantile(all.map(pick), 0.5)
  return { rate: of(({ rate }) => rate), p95: of(({ p95 }) => p95) }
}
