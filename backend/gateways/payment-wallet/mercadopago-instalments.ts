// The provider's instalments over plain HTTP: its SDK has no such call.
import { z } from 'zod'
import { toDecimal } from '#backend/domain/money.ts'
import { type InstalmentPlan, PaymentWalletError } from './payment-wallet.ts'

export const providerApi = 'https://api.mercadopago.com'

/** The provider names plans for one brand at a time. */
const brands = ['visa', 'master', 'amex'] as const
/** A page waits for the answer, and does without it. */
const longestMs = 4000

const amount = z.number().nonnegative()
const answer = z.array(
  z.object({
    payment_method_id: z.string().max(50),
    payer_costs: z.array(
      z.object({
        installments: z.int().positive().max(120),
        installment_rate: z.number(),
        installment_amount: amount,
        total_amount: amount,
        labels: z.array(z.string()),
      }),
    ),
  }),
)

type Settings = { accessToken: string; apiBaseUrl?: string | undefined; timeoutMs?: number | undefined }

/** Throws PaymentWalletError if any brand gets no answer. */
export async function instalmentsOf(settings: Settings, amountCents: number): Promise<InstalmentPlan[]> {
  const plans = await Promise.all(brands.map((brand) => plansOf(settings, amountCents, brand)))
  return plans.flat()
}

async function plansOf(settings: Settings, amountCents: number, brand: string): Promise<InstalmentPlan[]> {
  const { accessToken, apiBaseUrl = providerApi, timeoutMs = longestMs } = settings
  const url = new URL('/v1/payment_methods/installments', apiBaseUrl)
  url.searchParams.set('amount', String(toDecimal(amountCents)))
  url.searchParams.set('payment_method_id', brand)
  const headers = { authorization: `Bearer ${accessToken}` }
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    const told = answer.parse(await response.json()).filter((one) => one.payment_method_id === brand)
    return told.flatMap(({ payer_costs }) => payer_costs.flatMap((cost) => planOf(brand, cost)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PaymentWalletError('unavailable', `no instalments of ${brand}: ${reason}`, { cause: error })
  }
}

type Cost = z.output<typeof answer>[number]['payer_costs'][number]

/** Nothing for one payment, which is no financing, and for a plan whose total cost of financing isn't told. */
function planOf(brand: string, cost: Cost): InstalmentPlan[] {
  const { installments: count, installment_rate: rate, installment_amount, total_amount, labels } = cost
  const cftea = /\bCFT_([\d.,]+%)/.exec(labels.join('|'))?.[1]
  if (count < 2 || cftea === undefined) return []
  const [amountCents, totalCents] = [Math.round(installment_amount * 100), Math.round(total_amount * 100)]
  return [{ brand, count, amountCents, totalCents, cftea, isInterestFree: rate === 0 }]
}
