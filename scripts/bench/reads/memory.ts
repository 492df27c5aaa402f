// npm run bench -- memory [--seconds=600 --products=N]: memory of the shop's process under mixed, mostly uncached
// load, and the rate of pages.
import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import { fillCatalogue, untilShown } from '#scripts/bench/catalogue/catalogue.ts'
import { mixedCalls } from '#scripts/bench/catalogue/mixed-calls.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { type Finding, quantile, tell } from '#scripts/bench/measure.ts'
import { serveInChild, shopSecrets } from '#scripts/bench/served/served.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'

const connections = { pages: 20, calls: 30 }
/** More than all caches hold, so a repeated address is uncached again. */
const lists = 64_000
const cachedPages = ['/', '/home', '/product/1', '/product/2', '/about']
const maxMegabytes = 800
/** Permitted growth in the second half of the run, as a share. */
const maxGrowth = 0.1
const sampleMs = 2000

export async function run(ground: Ground, options: { products: number; seconds: number }): Promise<Finding[]> {
  const { products, seconds } = options
  await ensureFrontend()
  const databaseUrl = await ground.createDatabase()
  await fillCatalogue(databaseUrl, products, shopSecrets.dataKey)
  const shop = await serveInChild({ kind: 'shop', databaseUrl })
  try {
    await untilShown(shop.url, products)
    const samples: number[] = []
    const sampling = setInterval(() => void megabytesOf(shop.pid).then((sample) => samples.push(sample)), sampleMs)
    const each = Array.from({ length: products }, (_, nth) => nth + 1)
    const pages = each.flatMap((id) => [cachedPages[id % cachedPages.length] ?? '/', `/product/${id}`])
    const calls = mixedCalls(lists, products).flatMap(({ path }, nth) =>
      nth % 3 === 0 ? [path, `/api/product/${1 + (nth % products)}`] : [path],
    )
    const [left, answered] = await Promise.all([
      load(shop.url, pages, connections.pages, seconds),
      load(shop.url, calls, connections.calls, seconds),
    ])
    clearInterval(sampling)
    return tellMemory(samples, `${left.toFixed(0)} pages/s and ${answered.toFixed(0)} calls/s`, options)
  } finally {
    await shop.stop()
  }
}

/** Answers per second. Each connection repeats its own part of the paths, compressed like for browsers. */
async function load(url: string, paths: readonly string[], count: number, seconds: number): Promise<number> {
  let connection = 0
  const result = await autocannon({
    url,
    connections: count,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, br' },
    setupClient(client) {
      const own = paths.filter((_, nth) => nth % count === connection)
      connection++
      client.setRequests(own.map((path) => ({ method: 'GET', path })))
    },
  })
  const failed = Object.keys(result.statusCodeStats).filter((status) => Number(status) >= 500)
  if (failed.length > 0) throw new Error(`${url} answered ${failed.join()}`)
  return result.requests.average
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function tellMemory(samples: readonly number[], rates: string, options: { products: number; seconds: number }) {
  const half = Math.floor(samples.length / 2)
  const [early, late] = [quantile(samples.slice(0, half), 0.9), quantile(samples.slice(half), 0.9)]
  const most = Math.max(...samples)
  return [
    tell({
      goal: 'G15',
      what: `memory after ${options.seconds} s of mixed load on ${options.products} products`,
      figure: `most ${most.toFixed(0)} MB, first half ${early.toFixed(0)} MB, second half ${late.toFixed(0)} MB; ${rates}`,
      aim: `< ${maxMegabytes} MB and no growth`,
      isReached: most < maxMegabytes && late <= early * (1 + maxGrowth),
    }),
  ]
}
