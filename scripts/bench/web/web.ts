// A phone shopper's waits: first paint of the largest element and response to presses; and the size of the scripts.
import type { Page } from 'playwright'
import type { Bench } from '#scripts/bench/ground.ts'
import { type Finding, median, tell } from '#scripts/bench/measure.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { judgeByLighthouse } from './lighthouse.ts'
import { type Acts, type Seen, visit } from './line.ts'

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

export const web: Bench = async ({ createDatabase, opened }, { rounds = 3, lighthouse = false }) => {
  await ensureFrontend()
  const shop = await WholeShop.start(await createDatabase(), opened, { demo: true, isLimited: true })
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
}

function judged(path: string, seen: readonly Seen[]): Finding[] {
  const { largest, slowest, scripts = [] } = seen.at(-1) ?? {}
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes / 1000, 0)
  const parts = scripts.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`).join(', ')
  const cls = Math.max(...seen.map((one) => one.cls))
  const [lcp, inp] = [median(seen.map((one) => one.lcp)), median(seen.map((one) => one.inp))]
  const [ms, size] = [' ms', ' KB']
  return [
    tell(`${path}: largest thing is there`, `${lcp.toFixed(0)} ms (${largest})`, { value: lcp, most: 1200, unit: ms }),
    tell(`${path}: slowest interaction`, `${inp} ms (${slowest})`, { value: inp, most: 100, unit: ms }),
    tell(`${path}: layout shift`, cls.toFixed(3), { value: cls, most: 0.02 }),
    tell(`${path}: JavaScript`, `${kilobytes.toFixed(1)} KB: ${parts}`, { value: kilobytes, most: 140, unit: size }),
  ]
}
