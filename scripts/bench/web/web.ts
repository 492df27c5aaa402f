// A phone shopper's waits: first paint of the largest element and response to presses; and the size of the scripts.
import type { Page } from 'playwright'
import type { Bench } from '#scripts/bench/ground.ts'
import { type Finding, median, tell } from '#scripts/bench/measure.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { judgeByLighthouse } from './lighthouse.ts'
import { type Acts, type Seen, visit } from './line.ts'

/** Milliseconds, and compressed bytes. */
const aims = { lcp: 1200, inp: 100, cls: 0.02, scriptBytes: 140_000 }

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

export const web: Bench = {
  async run(ground, { rounds = 3, lighthouse = false }) {
    await ensureFrontend()
    await using opened = new AsyncDisposableStack()
    const shop = await WholeShop.start(await ground.createDatabase(), { demo: true, isLimited: true })
    opened.defer(() => shop.stop())
    if (lighthouse) return await judgeByLighthouse(shop.origin, pages)
    const browser = await launchChromium()
    opened.defer(() => browser.close())
    console.log(`web: 412 px, 4 times slower, 150 ms and 1.6 Mbit/s, ${rounds} visits of each page`)
    const findings: Finding[] = []
    for (const { path, acts } of pages) {
      const seen: Seen[] = []
      // The first visit warms up the shop's cache.
      for (let round = 0; round <= rounds; round++) seen.push(await visit(browser, shop.origin + path, acts))
      findings.push(...judged(path, seen.slice(1)))
    }
    return findings
  },
}

function judged(path: string, seen: readonly Seen[]): Finding[] {
  const middle = (of: 'lcp' | 'inp') => median(seen.map((one) => one[of]))
  const [last] = seen.slice(-1)
  const scripts = last?.scripts ?? []
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  const parts = scripts.map((script) => `${script.name} ${(script.bytes / 1000).toFixed(1)}`).join(', ')
  const cls = Math.max(...seen.map((one) => one.cls))
  const [lcp, inp] = [middle('lcp'), middle('inp')]
  const said = (what: string, figure: string, aim: string, isReached: boolean) =>
    tell({ what: `${path}: ${what}`, figure, aim, isReached })
  return [
    said('largest thing is there', `${lcp.toFixed(0)} ms (${last?.largest})`, `<= ${aims.lcp} ms`, lcp <= aims.lcp),
    said('slowest interaction', `${inp} ms (${last?.slowest})`, `<= ${aims.inp} ms`, inp <= aims.inp),
    said('layout shift', cls.toFixed(3), `<= ${aims.cls}`, cls <= aims.cls),
    said('JavaScript', `${(bytes / 1000).toFixed(1)} KB: ${parts}`, '<= 140 KB', bytes <= aims.scriptBytes),
  ]
}
