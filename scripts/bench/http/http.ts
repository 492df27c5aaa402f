// Requests per second and p95 of public answers, cached and uncached, and of rendered pages, compressed as browsers
// take them; each beside a bare Hono answer of the same size.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { loadavg } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import { serveInChild } from '#scripts/bench/served/served.ts'

const rounds = 3
const seconds = 3
const connections = 50
/** autocannon replaces this text in each request, so no cached answer matches. */
const anew = '[<id>]'
const paths: readonly [string, string][] = [
  ['catalogue page, from memory', '/api/catalogue?page=2'],
  ['search, from memory', '/api/catalogue?q=placa'],
  ['product page, from memory', '/api/product/7'],
  ['search, never asked', `/api/catalogue?q=${anew}`],
]
/** With a text that tells the whole page from a shell. */
const pages: readonly [name: string, path: string, text: string][] = [
  ['landing', '/', 'href="/product/'],
  ['catalogue', '/home?page=2', 'href="/product/'],
  ['product', '/product/7', '<h1'],
  ['404 page', '/no/such/page', 'href="/home"'],
]

type Run = { rate: number; p95: number }
type Asked = { url: string; headers: Record<string, string> }

async function measure({ url, headers }: Asked, duration = seconds): Promise<Run> {
  const result = await autocannon({ url, headers, connections, duration, idReplacement: url.includes(anew) })
  const bad = Object.entries(result.statusCodeStats).filter(([code]) => code !== '200' && code !== '404')
  if (bad.length > 0 || result.errors > 0) throw new Error(`${url}: ${JSON.stringify(bad)}, ${result.errors} errors`)
  return { rate: result.requests.average, p95: result.latency.p97_5 }
}

/** only: the pages, or everything else. */
export async function run(only: 'pages' | 'http'): Promise<void> {
  const [shop, bare] = [await serveInChild({ kind: 'shop' }), await serveInChild({ kind: 'bare' })]
  try {
    console.log(
      `HTTP: ${connections} connections, ${rounds} rounds of ${seconds} s each, interleaved; p95 is autocannon's p97.5`,
    )
    if (only === 'http')
      for (const [name, path] of paths) await compare(name, { url: shop.url + path, headers: {} }, bare.url)
    else
      for (const [name, path, text] of pages) {
        const asked = { url: shop.url + path, headers: { 'accept-encoding': 'br' } }
        await compare(name, asked, bare.url)
        if (!brotliDecompressSync(await bodyOf(asked)).includes(text)) throw new Error(`${path} is not the whole page`)
      }
  } finally {
    await Promise.all([shop.stop(), bare.stop()])
  }
}

/** As it is sent. */
async function bodyOf({ url, headers }: Asked): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return buffer(answer)
}

async function compare(name: string, asked: Asked, bareOrigin: string): Promise<void> {
  await measure(asked, 1)
  const { length: size } = await bodyOf(asked)
  const bare = { url: `${bareOrigin}/${size}`, headers: asked.headers }
  const ours: Run[] = []
  const floor: Run[] = []
  for (let round = 0; round < rounds; round++) {
    floor.push(await measure(bare))
    ours.push(await measure(asked))
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
