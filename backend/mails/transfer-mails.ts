import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import type { TransferTerms } from '#backend/domain/order/order.ts'
import { timeZone } from '#backend/domain/time-zone.limits.ts'

type Transferred = {
  id: number
  totalCents: number
  amountCents: number
  holdUntil: string
  transfer: TransferTerms | null
  refundCbu: string | null
  money: (cents: number) => string
}

const deadline = new Intl.DateTimeFormat('es-AR', {
  ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  timeZone,
})
const deadlineOf = ({ holdUntil }: Pick<Transferred, 'holdUntil'>) => deadline.format(new Date(holdUntil))

const accountOf = ({ transfer }: Pick<Transferred, 'transfer'>) => {
  if (!transfer) return []
  const { holder, cuit, bank, cbu, alias } = transfer.account
  return [
    `Titular: ${holder}, CUIT ${formatCuit(cuit)}. Banco: ${bank}. CBU: ${cbu}.${alias ? ` Alias: ${alias}.` : ''}`,
  ]
}

export const transferLetters = {
  'transfer-awaited': (order: Transferred) => ({
    subject: `Tu orden Nº ${order.id} espera tu transferencia`,
    parts: [
      `Recibimos tu orden Nº ${order.id}. Transferí exactamente ${order.money(order.totalCents)} antes del ${deadlineOf(order)}: hasta entonces te guardamos los productos.`,
      ...accountOf(order),
      'Cuando transfieras, subí el comprobante en la página de la orden: así la encontramos antes. La damos por pagada cuando vemos el dinero en la cuenta.',
    ],
  }),
  'transfer-reminder': (order: Transferred) => ({
    subject: `Tu orden Nº ${order.id} vence pronto: falta la transferencia`,
    parts: [
      `Todavía no vimos la transferencia de ${order.money(order.totalCents)} de tu orden Nº ${order.id}. Te guardamos los productos hasta el ${deadlineOf(order)}.`,
      ...accountOf(order),
      'Si ya la hiciste, subí el comprobante en la página de la orden. Si no la querés más, no hace falta que hagas nada.',
    ],
  }),
  'receipt-received': (order: Transferred) => ({
    subject: `Recibimos tu comprobante de la orden Nº ${order.id}`,
    parts: [
      `Recibimos tu comprobante de la orden Nº ${order.id}. Ahora buscamos la transferencia en la cuenta, en días hábiles, y te avisamos cuando la orden esté pagada.`,
    ],
  }),
  'transfer-cancelled': (order: Transferred) => ({
    subject: `Cancelamos tu orden Nº ${order.id}`,
    parts: [
      `Cancelamos tu orden Nº ${order.id}: no la transfieras. Si ya la transferiste, respondé este correo y te devolvemos el dinero.`,
    ],
  }),
  'refund-account': (order: Transferred) => ({
    subject: `Anotamos la cuenta para devolverte dinero de tu orden Nº ${order.id}`,
    parts: [
      `Lo que te devolvamos de tu orden Nº ${order.id} va a la cuenta cuyo CBU termina en ${order.refundCbu?.slice(-4) ?? ''}.`,
      'Si no es tuya, cambiala en la página de la orden, cambiá tu contraseña y respondé este correo.',
    ],
  }),
  'transfer-refund': (order: Transferred) => ({
    subject: `Vamos a devolverte dinero de tu orden Nº ${order.id}`,
    parts: [
      `Vamos a devolverte ${order.money(order.amountCents)} de tu orden Nº ${order.id}, por transferencia.`,
      order.refundCbu
        ? `Va a la cuenta que nos diste, cuyo CBU termina en ${order.refundCbu.slice(-4)}. Si ya no es tuya, cambiala en la página de la orden.`
        : 'Para eso nos falta tu CBU o CVU: escribilo en la página de la orden.',
    ],
  }),
}
