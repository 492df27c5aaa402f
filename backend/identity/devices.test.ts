import { expect, test } from 'vitest'
import { browsers, deviceOf, systems } from './devices.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

const known: [text: string, browser: string | null, system: string | null][] = [
  [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ...(['Samsung Internet', 'Android'] as const),
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    ...(['Chrome', 'iPhone'] as const),
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...(['Safari', 'iPad'] as const),
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
]

test('what browsers say of themselves becomes two words of the shop, or none', () => {
  for (const [text, browser, system] of known) expect([text, deviceOf(text)]).toEqual([text, { browser, system }])
  expect(new Set(known.flatMap(([, browser]) => browser ?? []))).toEqual(new Set(browsers))
  expect(new Set(known.flatMap(([, , system]) => system ?? []))).toEqual(new Set(systems))
  expect(deviceOf(undefined)).toEqual({ browser: null, system: null })
})

test('nothing else of the text comes through, and a long one takes no time', () => {
  const hostile = `Ana Pérez <script>alert(1)</script> Windows ${'Version/1 '.repeat(100_000)}Safari/1`
  const began = performance.now()
  expect(deviceOf(hostile)).toEqual({ browser: null, system: 'Windows' })
  // Tried in every way, as a careless pattern would, it would take minutes.
  expect(performance.now() - began).toBeLessThan(5000)
})
