// Requests per second and p95 of public answers, cached and uncached, each beside a bare Hono answer of the same
// size.
import { loadavg } from 'node:os'
import autocannon from 'autocannon'
import { serveInChild } from '#scripts/bench/served/served.ts'

const rounds = 3
const seconds = 3
const connections = 32
/** autocannon replaces this text in each request, so no cached answer matches. */
const anew = '[<id>]'
const paths: readonly [string, string][] = [
  ['catalogue page, from memory', '/api/catalogue?page=2'],
  ['search, from memory', '/api/catalogue?q=placa'],
  ['product page, from memory', '/api/product/7'],
  ['search, never asked', `/api/catalogue?q=${anew}`],
]

type Run = { rate: number; p95: number }

async function measure(url: string): Promise<Run> {
  const result = await autocannon({ url, connections, duration: seconds, idReplacement: url.includes(anew) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return { rate: result.requests.average, p95: result.latency.p97_5 }
}

export async function run(): Promise<void> {
  const [shop, bare] = [await serveInChild({ kind: 'shop' }), await serveInChild({ kind: 'bare' })]
  try {
    console.log(
      `HTTP: ${connections} connections, ${rounds} rounds of ${seconds} s each, interleaved; p95 is autocannon's p97.5`,
    )
    for (const [name, path] of paths) await compare(name, shop.url + path, bare.url)
  } finally {
    await Promise.all([shop.stop(), bare.stop()])
  }
}

async function compare(name: string, shopUrl: string, bareOrigin: string): Promise<void> {
  const size = (await (await fetch(shopUrl)).arrayBuffer()).byteLength
  const bareUrl = `${bareOrigin}/${size}`
  const ours: Run[] = []
  const floor: Run[] = []
  await autocannon({ url: shopUrl, connections, duration: 1, idReplacement: shopUrl.includes(anew) })
  for (let round = 0; round < rounds; round++) {
    floor.push(await measure(bareUrl))
    ours.push(await measure(shopUrl))
  }
  const rate = (runs: readonly Run[]) => median(runs.map((run) => run.rate))
  const p95 = (runs: readonly Run[]) => median(runs.map((run) => run.p95))
  console.log(
    `${name.padEnd(28)} ${String(size).padStart(6)} B  shop ${rate(ours).toFixed(0)}/s p95 ${p95(ours)} ms` +
      `  bare Hono ${rate(floor).toFixed(0)}/s p95 ${p95(floor)} ms  ratio ${(rate(ours) / rate(floor)).toFixed(2)}` +
      `  (load ${loadavg()[0]?.toFixed(1)})`,
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
