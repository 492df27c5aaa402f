// A phone shopper's waits: first paint of the largest element and response to presses, beside a bare page with the
// same picture. Also script size and failed checks of a first page.
import type { Browser, Page } from 'playwright'
import { type Finding, loadNow, quantile, showSpread, spread, tell } from '#scripts/bench/measure.ts'
import { serveInChild } from '#scripts/bench/served/served.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { serveBarePage } from './bare-page.ts'
import { failedChecks } from './checks.ts'
import { judgeByLighthouse } from './lighthouse.ts'
import { type Acts, type Seen, visit } from './line.ts'

/** Milliseconds, and compressed bytes. */
const aims = { lcp: 1200, inp: 100, cls: 0.02, scriptBytes: 125_000 }

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().tap()
const chat: Acts[number] = [
  'opening the chat',
  async (page) => {
    await press('Abrir el chat')(page)
    await page.getByLabel('Mensaje', { exact: true }).pressSequentially('Hola', { delay: 120 })
  },
]
const pages: readonly { path: string; acts: Acts }[] = [
  { path: '/', acts: [chat, ['opening the menu', press('Abrir menú')]] },
  {
    path: '/home',
    acts: [
      ['choosing a category', press(/^Monitores/)],
      ['opening the filters', press(/^Filtros/)],
      ['closing the filters', (page) => page.keyboard.press('Escape')],
      ['typing a search', (page) => page.getByRole('combobox').first().pressSequentially('placa', { delay: 120 })],
    ],
  },
  {
    path: '/product/7',
    acts: [
      ['one more of it', press('Agregar uno')],
      ['adding to the cart', press('Añadir al Carrito')],
    ],
  },
]

/** `rounds`: visits per page and floor, reported as medians. `lighthouse`: scores instead. */
export async function run(rounds: number, { lighthouse }: { lighthouse: boolean }): Promise<Finding[]> {
  await ensureFrontend()
  const shop = await serveInChild({ kind: 'shop', limits: 'usual' })
  try {
    if (lighthouse)
      return await judgeByLighthouse(
        shop.url,
        pages.map(({ path }) => path),
      )
    return await measureAll(shop.url, rounds)
  } finally {
    await shop.stop()
  }
}

async function measureAll(origin: string, rounds: number): Promise<Finding[]> {
  const browser = await launchChromium()
  try {
    console.log(
      `web: 412 px, 4 times slower, 150 ms and 1.6 Mbit/s, ${rounds} visits of each page  (load ${loadNow()})`,
    )
    const findings: Finding[] = []
    for (const page of pages) findings.push(...(await measure(browser, origin, page, rounds)))
    return findings
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, origin: string, { path, acts }: (typeof pages)[number], rounds: number) {
  const url = `${origin}${path}`
  // The first visit warms up the shop's cache.
  const first = await visit(browser, url, [])
  const floor = await serveBarePage(await pictureOf(origin, first.largest))
  const [ours, bare]: [Seen[], Seen[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      bare.push(await visit(browser, floor.url, []))
      ours.push(await visit(browser, url, acts))
    }
  } finally {
    floor.stop()
  }
  return [...judged(path, ours, bare), judgedChecks(path, await failedChecks(browser, url))]
}

async function pictureOf(origin: string, largest: string) {
  if (!largest.startsWith('/')) return undefined
  const answer = await fetch(`${origin}${largest}`)
  return { bytes: new Uint8Array(await answer.arrayBuffer()), type: answer.headers.get('content-type') ?? '' }
}

function judged(path: string, ours: readonly Seen[], bare: readonly Seen[]): Finding[] {
  const median = (seen: readonly Seen[], pick: (one: Seen) => number) => quantile(seen.map(pick), 0.5)
  const lcp = median(ours, (one) => one.lcp)
  const inp = median(ours, (one) => one.inp)
  const cls = Math.max(...ours.map((one) => one.cls))
  const scripts = ours.at(-1)?.scripts ?? []
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  const parts = scripts.map((script) => `${script.name} ${(script.bytes / 1000).toFixed(1)}`).join(', ')
  const shownLcp = showSpread(spread(ours.map((one) => one.lcp)), 0)
  const shownFloor = showSpread(spread(bare.map((one) => one.lcp)), 0)
  const said = (what: string, figure: string, aim: string, isReached: boolean) =>
    tell({ goal: path, what, figure, aim, isReached })
  return [
    said(
      'largest thing is there',
      `${shownLcp} ms (${ours.at(-1)?.largest}), bare page with the same picture ${shownFloor} ms`,
      `<= ${aims.lcp} ms`,
      lcp <= aims.lcp,
    ),
    said('slowest interaction', `${inp} ms (${ours.at(-1)?.slowest})`, `<= ${aims.inp} ms`, inp <= aims.inp),
    said('layout shift', cls.toFixed(3), `<= ${aims.cls}`, cls <= aims.cls),
    said('JavaScript', `${(bytes / 1000).toFixed(1)} KB: ${parts}`, '<= 125 KB', bytes <= aims.scriptBytes),
  ]
}

function judgedChecks(path: string, failed: readonly string[]): Finding {
  const figure = failed.length === 0 ? 'nothing is wrong' : failed.join('; ')
  return tell({ goal: path, what: 'axe, search engines, care', figure, aim: '0 wrong', isReached: failed.length === 0 })
}
