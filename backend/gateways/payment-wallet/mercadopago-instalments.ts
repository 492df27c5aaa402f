// The provider's instalments over plain HTTP: its SDK has no such call.
import { z } from 'zod'
import { toDecimal } from '#backend/domain/money.ts'
import { type InstalmentPlan, PaymentWalletError } from './payment-wallet.ts'

export const providerApi = 'https://api.mercadopago.com'

/** The provider names plans for one card at a time. */
const maxCards = 12
/** A page waits for the answer, and does without it. */
const longestMs = 4000

const methods = z.array(
  z.object({ id: z.string().max(50), name: z.string().max(60), payment_type_id: z.string(), status: z.string() }),
)
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

/** Plans of each credit card that the provider takes by now. Throws PaymentWalletError if one gets no answer. */
export async function instalmentsOf(settings: Settings, amountCents: number): Promise<InstalmentPlan[]> {
  const { accessToken, apiBaseUrl = providerApi, timeoutMs = longestMs } = settings
  const signal = AbortSignal.timeout(timeoutMs)
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(new URL(path, apiBaseUrl), { headers, redirect: 'error', signal })
    // A card refuses an amount: it has no plans, other cards may.
    if (response.status === 400 || response.status === 404) return []
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return response.json()
  }
  try {
    const known = methods.parse(await ask('/v1/payment_methods'))
    const cards = known.filter((one) => one.payment_type_id === 'credit_card' && one.status === 'active')
    const plans = cards.slice(0, maxCards).map(async ({ id, name }) => {
      const query = new URLSearchParams({ amount: String(toDecimal(amountCents)), payment_method_id: id })
      const told = answer.parse(await ask(`/v1/payment_methods/installments?${query.toString()}`))
      const costs = told.flatMap((one) => (one.payment_method_id === id ? one.payer_costs : []))
      return costs.flatMap((cost) => planOf(name, cost))
    })
    return (await Promise.all(plans)).flat()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PaymentWalletError('unavailable', `no instalments: ${reason}`, { cause: error })
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
