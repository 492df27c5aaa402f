// npm run bench -- memory [--seconds=600 --products=N]: memory of the shop's process under mixed, mostly uncached
// load: pages, lists, searches, products, checkouts.
import { readFile } from 'node:fs/promises'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { Buyers } from '#scripts/load/buyers.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { sendAll } from '#scripts/load/rate.ts'
import { serveCatalogue } from './catalogue/catalogue.ts'
import { mixedCalls } from './catalogue/mixed-calls.ts'
import type { Bench } from './ground.ts'
import { tell } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const connections = { pages: 20, calls: 30 }
const headers = { 'accept-encoding': 'gzip, br' }
const buyers = { count: 20, rates: { reads: 5, orders: 1 } }
/** More than all caches hold, so a repeated address is uncached again. */
const lists = 64_000
const cachedPages = ['/', '/home', '/product/1', '/product/2', '/about']
const mostMegabytes = (products: number) => (products > 1000 ? 600 : 400)
const mostGrowth = 1.1
const sampleMs = 2000

export const memory: Bench = async ({ createDatabase, opened }, { products = 1000, seconds = 600 }) => {
  await ensureFrontend()
  const databaseUrl = await createDatabase()
  const { address: walletUrl } = await startSandbox('wallet', opened, databaseUrl)
  const { address: smtpUrl } = await startSandbox('mailbox', opened, databaseUrl)
  const shop = await serveCatalogue(databaseUrl, products, opened, { walletUrl, smtpUrl })
  const approve = (id: string) => pressButton(walletUrl, id, 'approved')
  const crowd = new Buyers({ origin: shop.origin, address: shop.address, rates: buyers.rates, approve })
  opened.defer(() => crowd.leave())
  await crowd.begin(buyers.count)
  const samples: number[] = []
  const take = () => void megabytesOf(shop.pid).then((sample) => samples.push(sample))
  const sampling = setInterval(take, sampleMs)
  opened.defer(async () => clearInterval(sampling))
  const each = Array.from({ length: products }, (_, nth) => nth + 1)
  const pages = each.flatMap((id) => [cachedPages[id % cachedPages.length] ?? '/', `/product/${id}`])
  const calls = mixedCalls(lists, products).flatMap(({ path }, nth) =>
    nth % 3 === 0 ? [path, `/api/product/${1 + (nth % products)}`] : [path],
  )
  const send = (count: number, paths: readonly string[]) =>
    sendAll({ url: shop.address, connections: count, seconds, paths, headers })
  const [left, answered] = await Promise.all([send(connections.pages, pages), send(connections.calls, calls)])
  const half = Math.floor(samples.length / 2)
  const [early, late] = [quantile(samples.slice(0, half), 0.9), quantile(samples.slice(half), 0.9)]
  const most = Math.max(...samples)
  const figure = [
    `most ${most.toFixed(0)} MB, first half ${early.toFixed(0)} MB, second half ${late.toFixed(0)} MB`,
    `${left.rate.toFixed(0)} pages/s, ${answered.rate.toFixed(0)} calls/s, ${crowd.orders.length} orders`,
  ]
  const size = { value: most, most: mostMegabytes(products), unit: ' MB' }
  const growth = { of: 'growth', value: late / early, most: mostGrowth, unit: 'x' }
  return [tell(`memory after ${seconds} s of mixed load on ${products} products`, figure.join(', '), size, growth)]
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
