import { toDecimal } from '#backend/domain/money.ts'
import { guaranteeText } from '#backend/domain/order/guarantee.limits.ts'
import { discountOf } from '#backend/domain/order/order.limits.ts'
import type { Order } from '#backend/domain/order/order.ts'
import type { SellerDetails } from '#backend/domain/seller/seller.limits.ts'
import { timeZone } from '#backend/domain/time-zone.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, type Letter, mailTo, type Sender } from './mail-frame.ts'
import { transferLetters } from './transfer-mails.ts'

export type OrderMail = keyof typeof letters

/** As of now, since that is where the buyer has to go. */
type PickupPlace = Pick<SellerDetails, 'address' | 'hours'>

/** `position`, `at`, `amountCents`: of the reported event, and what it gave back; a receipt reports the order. */
export type MailedOrder = { position: number; at?: string; amountCents: number; place: PickupPlace } & Pick<
  Order,
  | 'transfer'
  | 'refundCbu'
  | 'orderId'
  | 'lines'
  | 'shipping'
  | 'totalCents'
  | 'currency'
  | 'holdUntil'
  | 'shipment'
  | 'withdrawalCode'
>

export function orderMail(
  mail: OrderMail,
  order: MailedOrder,
  buyer: { name: string; email: string },
  sender: Sender,
): Mail {
  const { publicUrl } = sender
  const format = new Intl.NumberFormat('es-AR', {
    style: 'currency',
    currency: order.currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const [id, who, money] = [order.orderId, addressed(buyer.name), (cents: number) => format.format(toDecimal(cents))]
  const { parts, ...letter }: Written = letters[mail]({ ...order, id, who, money, seller: sender.seller.company })
  const button =
    unpaid.has(mail) && !order.transfer
      ? { button: 'Ir a mi carrito', address: `${publicUrl}/shoppingCart` }
      : { button: 'Ver la orden', address: `${publicUrl}/order/${id}` }
  const about = mail === 'receipt' ? id : `${mail}-${order.position}`
  const why = 'Te escribimos porque compraste en la tienda.'
  return mailTo(buyer, `order-${about}`, { ...letter, parts: [...parts, button], why }, sender)
}

/** These mails lead to the cart, unless the order took the cart along. */
const unpaid: ReadonlySet<OrderMail> = new Set(['received', 'rejected', 'expired'])

const timeOfDay = new Intl.DateTimeFormat('es-AR', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone })

type Reported = MailedOrder & { id: number; who: string; money: (cents: number) => string; seller: string }
type Written = Omit<Letter, 'why'>

function linesOf({
  lines: bought,
  shipping,
  money,
  seller,
}: Pick<Reported, 'lines' | 'shipping' | 'money' | 'seller'>) {
  const discount = discountOf(bought)
  const lines = [
    ...bought.map((line) => ({
      text: `${line.quantity} × ${line.name}`,
      amount: money(line.priceCents * line.quantity),
      notes: [
        `Precio sin impuestos nacionales${line.discountCents > 0 ? ', con el descuento' : ''}: ${money(line.netCents * line.quantity)}`,
        guaranteeText(line, seller, null),
      ],
    })),
    ...(discount > 0 ? [{ text: 'Descuento por transferencia', amount: money(-discount) }] : []),
  ]
  if (!shipping) return lines
  const { days, priceCents } = shipping
  const text = `Envío (hasta ${days === 1 ? '1 día hábil' : `${days} días hábiles`})`
  return [...lines, { text, amount: priceCents === 0 ? 'Gratis' : money(priceCents) }]
}

/** A sentence for each line; the mail tells of the delivery or comes before it. */
function guaranteesOf({ lines, seller }: Pick<Reported, 'lines' | 'seller'>, deliveredAt?: string): string[] {
  const start = deliveredAt ? new Date(deliveredAt) : null
  return lines.map((line) => `${line.name}: ${guaranteeText(line, seller, start)}`.replace(/\.?$/, '.'))
}

const letters = {
  ...transferLetters,
  receipt: ({ id, who, totalCents, ...bought }) => ({
    subject: `Tu compra en GamerTech: orden Nº ${id}`,
    heading: `¡Gracias por tu compra${who}!`,
    parts: [`Recibimos tu pago de la orden Nº ${id}.`, { lines: linesOf(bought), total: bought.money(totalCents) }],
  }),
  received: ({ id, totalCents, holdUntil, money }) => ({
    subject: `Recibimos tu orden Nº ${id}: falta el pago`,
    parts: [
      `Recibimos tu orden Nº ${id}, de ${money(totalCents)}, y todavía no tenemos su pago. Te guardamos los productos hasta las ${timeOfDay.format(new Date(holdUntil))}.`,
      'Podés seguir pagando desde tu carrito. Si ya pagaste, no hace falta que hagas nada: te avisamos apenas nos lo confirmen.',
    ],
  }),
  rejected: ({ id }) => ({
    subject: `El pago de tu orden Nº ${id} fue rechazado`,
    parts: [
      `Mercado Pago rechazó el pago de tu orden Nº ${id}: no se te cobró nada.`,
      'Los productos siguen en tu carrito, por si querés probar con otro medio de pago.',
    ],
  }),
  expired: ({ id, transfer }) => ({
    subject: `Tu orden Nº ${id} venció sin pago`,
    parts: [
      `No recibimos a tiempo el pago de tu orden Nº ${id}, así que ya no guardamos sus productos.${transfer ? '' : ' No se te cobró nada.'}`,
      transfer
        ? 'Si transferiste a tiempo, subí el comprobante en la página de la orden: te respondemos. Si no, podés volver a comprarlos mientras haya.'
        : 'Siguen en tu carrito: podés comprarlos mientras haya.',
    ],
  }),
  prepared: ({ id, shipping }) =>
    shipping === null
      ? {
          subject: `Tu orden Nº ${id} está en preparación`,
          parts: [`Estamos preparando los productos de tu orden Nº ${id}. Te avisamos cuando los puedas retirar.`],
        }
      : {
          subject: `Tu orden Nº ${id} está preparada`,
          parts: [`Ya preparamos los productos de tu orden Nº ${id}. Te avisamos cuando salgan.`],
        },
  'ready-for-pickup': ({ id, place: { address, hours }, ...bought }) => ({
    subject: `Tu orden Nº ${id} está lista para retirar`,
    parts: [
      `Ya podés retirar los productos de tu orden Nº ${id} en el local${address && `: ${address}. ${hours}`}.`,
      `Traé el número de la orden y tu documento. Si viene otra persona, que traiga este correo.`,
      ...guaranteesOf(bought),
    ],
  }),
  'picked-up': ({ id, at, ...bought }) => ({
    subject: `Tu orden Nº ${id} fue retirada`,
    parts: [
      `Tu orden Nº ${id} figura como retirada. ¡Que la disfrutes!`,
      ...guaranteesOf(bought, at),
      'Si no la retiraste o algo no está bien, respondé este correo o escribinos.',
    ],
  }),
  shipped: ({ id, shipment, ...bought }) => ({
    subject: `Tu orden Nº ${id} está en camino`,
    parts: [
      `Despachamos los productos de tu orden Nº ${id}.`,
      ...(shipment ? [`Los lleva ${shipment.carrier}, con el número de seguimiento ${shipment.tracking}.`] : []),
      ...guaranteesOf(bought),
    ],
  }),
  refunded: ({ id, amountCents, money }) => ({
    subject: `Te devolvimos dinero de tu orden Nº ${id}`,
    parts: [
      `Te devolvimos ${money(amountCents)} de tu orden Nº ${id}, por el mismo medio con el que pagaste.`,
      'Según el medio de pago, puede tardar unos días en verse.',
    ],
  }),
  withdrawal: ({ id, withdrawalCode }) => ({
    subject: `Recibimos tu arrepentimiento de la orden Nº ${id}`,
    parts: [
      `Recibimos tu pedido de arrepentimiento de la orden Nº ${id}. Su código es ${withdrawalCode}: guardalo.`,
      'Te escribimos para coordinar la devolución, que no tiene ningún costo para vos. Si no fuiste vos, avisanos.',
    ],
  }),
  delivered: ({ id, at, ...bought }) => ({
    subject: `Tu orden Nº ${id} fue entregada`,
    parts: [
      `Tu orden Nº ${id} figura como entregada. ¡Que la disfrutes!`,
      ...guaranteesOf(bought, at),
      'Si no la recibiste o algo no está bien, respondé este correo o escribinos.',
    ],
  }),
} satisfies Record<string, (order: Reported) => Written>
