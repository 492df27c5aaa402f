// Names a device by its User-Agent, and recognizes a browser that signed in before.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalEmail } from '#backend/domain/user/user.ts'

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

export const knownForSeconds = 180 * 24 * 3600

/** Marks browsers that signed in before, so that guesses from elsewhere don't lock the owner out. */
export function knownDevicesOf(secret: string) {
  const key = createHmac('sha256', secret).update('known devices').digest()
  const proofOf = (nonce: string, email: string) =>
    createHmac('sha256', key)
      .update(`${nonce} ${normalEmail(email)}`)
      .digest()
  return {
    markFor(email: string): string {
      const nonce = randomBytes(16).toString('base64url')
      return `${nonce}.${proofOf(nonce, email).toString('base64url')}`
    },
    knows(mark: string | undefined, email: string): boolean {
      const [nonce = '', proof = ''] = mark?.split('.') ?? []
      const [brought, expected] = [Buffer.from(proof, 'base64url'), proofOf(nonce, email)]
      return brought.length === expected.length && timingSafeEqual(brought, expected)
    },
  }
}
