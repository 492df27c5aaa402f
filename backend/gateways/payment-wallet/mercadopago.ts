// The wallet port on the provider's own SDK; all of its quirks stay in this file.
import { MercadoPagoConfig, Payment, PaymentRefund, Preference } from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import type { z } from 'zod'
import { toDecimal } from '#backend/domain/money.ts'
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'
import { maskPerson } from './masked-payment.ts'
import { paymentAnswer, preferenceAnswer, rawSearchAnswer, refundAnswer, searchAnswer } from './mercadopago-answers.ts'
import { toWalletError } from './mercadopago-failure.ts'
import { instalmentsOf } from './mercadopago-instalments.ts'
import { parseNotification, verifySignature } from './notification.ts'
import { type CheckoutRequest, type PaymentWallet, PaymentWalletError, type RawPayment } from './payment-wallet.ts'

/**
 * `apiBaseUrl` replaces the provider's API address. `timeoutMs` (default 8000) limits one try; there are two. `now`
 * (default: the machine's clock) supplies the times sent to the provider.
 */
export interface MercadoPagoSettings {
  readonly accessToken: string
  readonly webhookSecret: string
  readonly apiBaseUrl?: string
  readonly timeoutMs?: number
  readonly now?: () => Date
}

type PreferenceUpdate = Parameters<Preference['update']>[0]['updatePreferenceRequest']
type Call = <T>(
  answer: z.ZodType<T>,
  key: string | undefined,
  send: (config: MercadoPagoConfig) => unknown,
) => Promise<T>

const defaultTimeoutMs = 8000
const marginMs = 2000
const pageSize = 50
const mostPages = 10
const closingMs = 5000

/** The SDK's own timeout ends with the headers, so a stalled body would block the caller forever. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    deadline.reject(new PaymentWalletError('unavailable', `payment provider gave no answer in ${ms} ms`))
  }, ms)
  try {
    return await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates a fresh configuration per call, because the SDK writes options such as the idempotency key into it. */
function caller({ accessToken, apiBaseUrl, timeoutMs = defaultTimeoutMs }: MercadoPagoSettings): Call {
  return async (answer, key, send) => {
    const options = { timeout: timeoutMs, maxRetries: 1, jitter: true, ...(key ? { idempotencyKey: key } : {}) }
    const config = new MercadoPagoConfig({ accessToken, options })
    if (apiBaseUrl) Object.assign(AppConfig, { BASE_URL: apiBaseUrl })
    try {
      return answer.parse(await withDeadline(Promise.resolve(send(config)), timeoutMs * 2 + marginMs))
    } catch (error) {
      throw toWalletError(error)
    }
  }
}

/** The provider accepts auto_return only for public https pages. */
function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$|\.(localhost|local|test|internal)$/.test(hostname)
  )
}

/** Adds the parameter that stops the provider's older, unsigned notices. */
function webhookAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.set('source_news', 'webhooks')
  return url.href
}

/** The provider charges the sum of these items. */
function itemsOf({ orderId, title, amountCents, shippingCents = 0, currency }: CheckoutRequest) {
  const item = (id: string, name: string, cents: number) => ({
    id,
    title: name,
    description: name,
    quantity: 1,
    unit_price: toDecimal(cents),
    currency_id: currency,
  })
  const products = item(String(orderId), title, amountCents - shippingCents)
  return shippingCents > 0 ? [products, item(`${orderId}-envio`, 'Envío', shippingCents)] : [products]
}

function preferenceOf(request: CheckoutRequest) {
  const expires = request.expiresAt.toISOString().replace('Z', '+00:00')
  const { backUrls } = request
  return {
    items: itemsOf(request),
    external_reference: request.reference,
    back_urls: { ...backUrls },
    notification_url: webhookAddress(request.notificationUrl),
    statement_descriptor: 'GAMERTECH',
    expires: true,
    expiration_date_to: expires,
    date_of_expiration: expires,
    // Counter payments arrive days later, long after the stock was released.
    payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] },
    ...(isPublicHttps(backUrls.success) ? { auto_return: 'approved' } : {}),
  }
}

type Wanted = { external_reference: string } | { range: 'date_last_updated'; begin_date: string; end_date: string }

async function search(call: Call, wanted: Wanted & { sort: 'date_created' | 'date_last_updated' }) {
  const found: PaymentFacts[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const options = { ...wanted, criteria: 'desc', limit: pageSize, offset: page * pageSize } as const
    const { results, paging } = await call(searchAnswer, undefined, (config) => new Payment(config).search({ options }))
    found.push(...results)
    if (results.length === 0 || found.length >= paging.total) break
  }
  return found
}

async function paymentsFor(call: Call, reference: string): Promise<PaymentFacts[]> {
  const found = await search(call, { external_reference: reference, sort: 'date_created' })
  return found.filter((payment) => payment.reference === reference)
}

function changedSince(call: Call, since: Date, now: Date): Promise<PaymentFacts[]> {
  const span = { begin_date: since.toISOString(), end_date: new Date(now.getTime() + 86_400_000).toISOString() }
  return search(call, { range: 'date_last_updated', ...span, sort: 'date_last_updated' })
}

async function closePreference(call: Call, id: string, now: Date): Promise<void> {
  const end = new Date(now.getTime() + closingMs).toISOString().replace('Z', '+00:00')
  // The provider accepts partial updates; only the SDK's type demands every field.
  const change = { expires: true, expiration_date_to: end, date_of_expiration: end } as PreferenceUpdate
  const update = (config: MercadoPagoConfig) => new Preference(config).update({ id, updatePreferenceRequest: change })
  await call(preferenceAnswer, undefined, update).catch((error: unknown) => {
    const isLeft = error instanceof PaymentWalletError && ['not_found', 'rejected_request'].includes(error.kind)
    if (!isLeft) throw error
  })
}

async function rawPayments(call: Call, reference: string): Promise<RawPayment[]> {
  const options = { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: pageSize } as const
  const { results } = await call(rawSearchAnswer, undefined, (config) => new Payment(config).search({ options }))
  return results.filter((payment) => payment.external_reference === reference).map(maskPerson)
}

async function onePayment(call: Call, paymentId: string): Promise<PaymentFacts | undefined> {
  if (!/^\d{1,20}$/.test(paymentId)) return undefined
  try {
    return await call(paymentAnswer, undefined, (config) => new Payment(config).get({ id: paymentId }))
  } catch (error) {
    if (error instanceof PaymentWalletError && error.kind === 'not_found') return undefined
    throw error
  }
}

export function mercadoPagoWallet(settings: MercadoPagoSettings): PaymentWallet {
  const { accessToken, webhookSecret, now = () => new Date() } = settings
  if (!accessToken.trim()) throw new PaymentWalletError('misconfigured', 'the payment access token is empty')
  if (!webhookSecret.trim()) throw new PaymentWalletError('misconfigured', 'the payment webhook secret is empty')
  const call = caller(settings)
  return {
    async createCheckout(request) {
      const body = preferenceOf(request)
      const create = (config: MercadoPagoConfig) => new Preference(config).create({ body })
      const { id, init_point } = await call(preferenceAnswer, request.idempotencyKey, create)
      return { preferenceId: id, initPoint: init_point }
    },
    getPayment: (paymentId) => onePayment(call, paymentId),
    findPayments: (reference) => paymentsFor(call, reference),
    findChanged: (since) => changedSince(call, since, now()),
    closeCheckout: (preferenceId) => closePreference(call, preferenceId, now()),
    findRawPayments: (reference) => rawPayments(call, reference),
    async refund({ paymentId, amountCents, idempotencyKey }) {
      if (!/^\d{1,20}$/.test(paymentId)) throw new PaymentWalletError('not_found', 'the payment id is not a number')
      await call(refundAnswer, idempotencyKey, (config) =>
        amountCents === undefined
          ? new PaymentRefund(config).total({ payment_id: paymentId })
          : new PaymentRefund(config).create({ payment_id: paymentId, body: { amount: toDecimal(amountCents) } }),
      )
    },
    findInstalments: (amountCents) => instalmentsOf(settings, amountCents),
    parseNotification,
    verifyNotification: (signature) => verifySignature(webhookSecret, signature),
  }
}
