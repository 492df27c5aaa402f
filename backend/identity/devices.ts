// Reduces a User-Agent to a few words by which people know their own devices.
export const browsers = ['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'] as const
export const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'ChromeOS', 'macOS', 'Linux'] as const

export type Device = { browser: (typeof browsers)[number] | null; system: (typeof systems)[number] | null }

export const unknownDevice: Device = { browser: null, system: null }

const longestText = 500

// The order matters: most browsers also name their ancestors.
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

export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent?.slice(0, longestText) ?? ''
  const browser = signsOfBrowsers.find(([, sign]) => sign.test(text))?.[0] ?? null
  const system = signsOfSystems.find(([, sign]) => sign.test(text))?.[0] ?? null
  return { browser, system }
}
