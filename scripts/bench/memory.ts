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
import { type Finding, tell } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const connections = { pages: 20, calls: 30 }
const headers = { 'accept-encoding': 'gzip, br' }
const buyers = { count: 20, rates: { reads: 5, orders: 1 } }
/** More than all caches hold, so a repeated address is uncached again. */
const lists = 64_000
const cachedPages = ['/', '/home', '/product/1', '/product/2', '/about']
const mostMegabytes = (products: number) => (products > 1000 ? 600 : 400)
const mostGrowth = 0.1
const sampleMs = 2000

export const memory: Bench = {
  isLong: true,
  async run(ground, { products = 1000, seconds = 600 }) {
    await ensureFrontend()
    await using opened = new AsyncDisposableStack()
    let walletUrl = ''
    const shop = await serveCatalogue(ground, products, opened, async (databaseUrl) => {
      walletUrl = await startSandbox('wallet', opened, databaseUrl)
      return { walletUrl, smtpUrl: await startSandbox('mailbox', opened, databaseUrl) }
    })
    const crowd = new Buyers({
      ...{ origin: shop.origin, address: shop.address, rates: buyers.rates },
      approve: (id) => pressButton(walletUrl, id, 'approved'),
    })
    opened.defer(() => crowd.stop())
    await crowd.register(buyers.count)
    crowd.start()
    const samples: number[] = []
    const take = () => void megabytesOf(shop.process.pid).then((sample) => samples.push(sample))
    const sampling = setInterval(take, sampleMs)
    const each = Array.from({ length: products }, (_, nth) => nth + 1)
    const pages = each.flatMap((id) => [cachedPages[id % cachedPages.length] ?? '/', `/product/${id}`])
    const calls = mixedCalls(lists, products).flatMap(({ path }, nth) =>
      nth % 3 === 0 ? [path, `/api/product/${1 + (nth % products)}`] : [path],
    )
    const send = (count: number, paths: readonly string[]) =>
      sendAll({ url: shop.address, connections: count, seconds, paths, headers })
    const [left, answered] = await Promise.all([send(connections.pages, pages), send(connections.calls, calls)])
    clearInterval(sampling)
    const rates = `${left.rate.toFixed(0)} pages/s, ${answered.rate.toFixed(0)} calls/s, ${crowd.orders.length} orders`
    return [tellMemory(samples, rates, { products, seconds })]
  },
}

function tellMemory(samples: readonly number[], rates: string, { products, seconds }: Size): Finding {
  const half = Math.floor(samples.length / 2)
  const [early, late] = [quantile(samples.slice(0, half), 0.9), quantile(samples.slice(half), 0.9)]
  const most = Math.max(...samples)
  return tell({
    what: `memory after ${seconds} s of mixed load on ${products} products`,
    figure: `most ${most.toFixed(0)} MB, first half ${early.toFixed(0)} MB, second half ${late.toFixed(0)} MB; ${rates}`,
    aim: `<= ${mostMegabytes(products)} MB and no growth`,
    isReached: most <= mostMegabytes(products) && late <= early * (1 + mostGrowth),
  })
}

type Size = { products: number; seconds: number }

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
