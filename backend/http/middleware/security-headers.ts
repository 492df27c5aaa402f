// What a browser is told about every answer: nothing may be loaded, framed, sniffed or asked for, unless a page says so for itself.
import { randomBytes } from 'node:crypto'

/** What an answer that is no page allows: it is data, whatever its type says. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What the service worker may do: ask the shop. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** What the shop never asks a browser for. The provider's frames ask for payments themselves. */
const unusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
  .concat(['microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'browsing-topics'])
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A year and subdomains too: less is not believed by browsers' own lists. */
const transportSecurity = 'max-age=31536000; includeSubDomains'

/** The headers of every answer, error or not. A shop served by https says that it always is. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': closedPolicy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': unusedFeatures,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': transportSecurity }),
  }
}

/** What the built page has where the nonce belongs. */
export const nonceMark = '__nonce-of-this-answer__'

/** A name for the scripts of one answer, which nobody can know beforehand. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * What a page of the shop allows: scripts that carry the nonce and what those load, so that text which became markup runs nothing.
 * scriptOrigin: where the payment provider's browser script comes from. Styles are written by components into the page.
 */
export function pagePolicy(nonce: string, scriptOrigin: string): string {
  const provider = 'https://*.mercadopago.com https://*.mercadolibre.com https://*.mlstatic.com'
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    `connect-src 'self' ${scriptOrigin} ${provider}`,
    `frame-src ${scriptOrigin} ${provider}`,
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
