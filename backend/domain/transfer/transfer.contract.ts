import { z } from 'zod'
import { day, inCents } from '#backend/domain/list.contract.ts'
import { readCbu } from '#backend/domain/official-numbers.limits.ts'
import { isOneOf, notOne, refundName } from '#backend/domain/order/order.contract.ts'
import { movementNumber } from '#backend/domain/payment/payment-ids.limits.ts'
import { transferLimits } from './transfer.limits.ts'

const whole = ({ min, max }: { min: number; max: number }, what: string) =>
  z
    .int(`${what}: escribí un número entero entre ${min} y ${max}.`)
    .min(min, `${what}: entre ${min} y ${max}.`)
    .max(max, `${what}: entre ${min} y ${max}.`)

/** `revision`: as the admin saw it. */
export const changedTransfer = z.object({
  revision: z.int().min(0),
  isOn: z.boolean(),
  discountPercent: whole(transferLimits.discountPercent, 'Descuento'),
  holdHours: whole(transferLimits.holdHours, 'Horas de espera'),
  maxOpenOrders: whole(transferLimits.maxOpenOrders, 'Órdenes a la vez'),
})

/** `hasAccount`: without the shop's bank account nobody is offered it. */
export const transferSettingsAnswer = changedTransfer.extend({ hasAccount: z.boolean() })
export type TransferSettingsView = z.output<typeof transferSettingsAnswer>

/** `transfer`: null while the shop does not offer it. */
export const transferOfferAnswer = z.object({
  transfer: z.object({ discountPercent: z.int(), holdHours: z.int() }).nullable(),
})
export type TransferOffer = z.output<typeof transferOfferAnswer>['transfer']

const number = z
  .string('Número: escribí el del movimiento.')
  .max(60, 'Número: es demasiado largo.')
  .refine((typed) => movementNumber(typed) !== null, 'Número: de 3 a 30 letras o números, como figura en el banco.')
  .transform((typed) => movementNumber(typed) ?? '')
const date = day.describe("The bank's day of it")

export const movementEntry = z.object({
  number,
  date,
  amount: inCents(z.number('Monto: escribí lo que llegó.').positive('Monto: mayor que cero.').max(10_000_000_000_000)),
})

export const refundMovementEntry = z.object({ number, date, ...refundName }).refine(isOneOf, notOne)

export const refundAccountEntry = z.object({
  cbu: z
    .string('CBU: escribí sus 22 números.')
    .max(60)
    .refine((typed) => readCbu(typed) !== null, 'CBU: no es válido, revisá sus 22 números.')
    .transform((typed) => readCbu(typed) ?? ''),
})
