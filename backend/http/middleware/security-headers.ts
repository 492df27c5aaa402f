// Headers of every answer: the browser loads, frames, sniffs and asks for nothing unless a page says so for itself.
import { createHash, randomBytes } from 'node:crypto'

/** An answer that is no page is data, whatever its type says. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** The service worker may ask the shop. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** The shop never asks a browser for these. The provider's frames ask for payments themselves. */
const unusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
  .concat(['microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'browsing-topics'])
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A year with subdomains, the minimum for browsers' preload lists. */
const transportSecurity = 'max-age=31536000; includeSubDomains'

/** For every answer, including errors; adds HSTS if served by https. */
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

/** Names the scripts of one answer; nobody can know it beforehand. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

export function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/**
 * A page of the shop runs the inline scripts that it was built with and the scripts that those load: text that became markup runs nothing.
 * `hashes`: of the inline scripts; `scriptOrigin`: where the payment provider's browser script comes from. Components write styles into the page.
 */
export function pagePolicy(hashes: readonly string[], scriptOrigin: string): string {
  const provider = 'https://*.mercadopago.com https://*.mercadolibre.com https://*.mlstatic.com'
  return [
    "default-src 'self'",
    hashes.length > 0 ? `script-src ${hashes.join(' ')} 'strict-dynamic'` : "script-src 'none'",
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
