// Compares compressed pages and public answers from memory with bare Hono that sends as many bytes, and pages never
// asked before with what React alone renders.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { loadRenderer } from '#backend/http/pages/page-renderer.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Person } from '#scripts/load/person.ts'
import { sendAll } from '#scripts/load/rate.ts'
import type { Bench } from './ground.ts'
import { compare, type Finding, type Run, runOf } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const [connections, rounds] = [50, 3]
const headers = { 'accept-encoding': 'br' }
const [leastOfHono, leastOfReact] = [0.4, 0.25]
/** With a text that tells a whole page from a shell. */
const kept: readonly [name: string, path: string, text: string][] = [
  ['landing page', '/', 'href="/product/'],
  ['catalogue page', '/home?page=2', 'href="/product/'],
  ['product page', '/product/7', '<h1'],
  ['404 page', '/no/such/page', 'href="/home"'],
  ['list', '/api/catalogue?page=2', '"items"'],
  ['search', '/api/catalogue?q=placa', '"items"'],
  ['product', '/api/product/7', '"name"'],
]
/** Above every price, so that such a page holds what the catalogue does. */
const highest = 100_000_000
const pagesOfTurn = 30_000
const renderMs = 3000

export const pages: Bench = async ({ createDatabase, opened }, { seconds = 3 }) => {
  await ensureFrontend()
  const shop = await WholeShop.start(await createDatabase(), opened, { demo: true })
  const bare = await startSandbox('bare', opened)
  const findings: Finding[] = []
  for (const [name, path, text] of kept) {
    const url = shop.address + path
    await sendAll({ url, connections, seconds: 1, headers })
    const sent = await bodyOf(url)
    if (!brotliDecompressSync(sent).includes(text)) throw new Error(`${path} is not whole`)
    const contestants = {
      shop: () => answeredBy(shop.pid, url, seconds),
      'bare Hono': () => answeredBy(bare.pid, `${bare.address}/${sent.length}`, seconds),
    }
    const what = `${name} from memory, ${sent.length} bytes, in a second of processor time`
    findings.push(await compare(what, rounds, contestants, { least: leastOfHono }))
  }
  const contestants = { shop: () => renderedBy(shop, seconds), 'React alone': () => renderedByReact(shop) }
  return [...findings, await compare('catalogue pages never asked', rounds, contestants, { least: leastOfReact })]
}

async function bodyOf(url: string): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return buffer(answer)
}

/** Counts the server's own time, since autocannon needs as much for an answer. */
async function answeredBy(pid: number, url: string, seconds: number): Promise<Run> {
  const before = await processorSeconds(pid)
  const { rate, ...run } = await sendAll({ url, connections, seconds, headers })
  return { ...run, rate: (rate * seconds) / ((await processorSeconds(pid)) - before) }
}

/** Linux tells hundredths. */
async function processorSeconds(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

let asked = 0

/** The shop renders at most a share of its time, and leaves the rest to browsers: only what it rendered counts. */
async function renderedBy(shop: WholeShop, seconds: number): Promise<Run> {
  const person = new Person(shop, 0)
  const rendered = async () => {
    const { text } = await person.get('/metrics')
    return Number(/rendered_pages_total\{result="rendered"\} (\d+)/.exec(text)?.[1])
  }
  const before = await rendered()
  const paths = Array.from({ length: pagesOfTurn }, () => `/home?max=${highest + asked++}`)
  const run = await sendAll({ url: shop.address, connections, seconds, paths, headers })
  const rate = ((await rendered()) - before) / seconds
  person.leave()
  return { ...run, rate }
}

async function renderedByReact({ address }: WholeShop): Promise<Run> {
  const renderer = loadRenderer(join(import.meta.dirname, '../../dist'))
  if (!renderer) throw new Error('the pages are not built')
  const answers = new Map<string, string>()
  const ask = async (path: string) => {
    const text = answers.get(path) ?? (await (await fetch(address + path)).text())
    answers.set(path, text)
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  const times: number[] = []
  for (let spent = 0; spent < renderMs; spent += times.at(-1) ?? 0)
    times.push((await renderer.render(`/home?max=${highest}`, ask)).tookMs)
  return runOf(times, times.reduce((sum, time) => sum + time, 0) / 1000)
}
