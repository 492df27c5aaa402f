// From where somebody signs in, in words that they know it by. What a browser says of itself is reduced to these words at once: it tells
// far more about a person than they need to know their own devices by.

export const browsers = ['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'] as const
export const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'ChromeOS', 'macOS', 'Linux'] as const

/** null: none that the shop knows. */
export type Device = { browser: (typeof browsers)[number] | null; system: (typeof systems)[number] | null }

export const unknownDevice: Device = { browser: null, system: null }

/** More is not looked at. */
const longestText = 500

// In this order: most browsers name those that they descend from too.
const signsOfBrowsers: readonly [NonNullable<Device['browser']>, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOP(R|T|X|iOS)\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b((Headless)?Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
]
const signsOfSystems: readonly [NonNullable<Device['system']>, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The words for what a request's User-Agent says. */
export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent?.slice(0, longestText) ?? ''
  const browser = signsOfBrowsers.find(([, sign]) => sign.test(text))?.[0] ?? null
  const system = signsOfSystems.find(([, sign]) => sign.test(text))?.[0] ?? null
  return { browser, system }
}
