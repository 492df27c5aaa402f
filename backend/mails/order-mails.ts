// Mails to a buyer: payment pending or missed, progress, refunds.
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Letter, type Sender } from './mail-frame.ts'

export type OrderMail =
  | 'received'
  | 'rejected'
  | 'expired'
  | 'prepared'
  | 'shipped'
  | 'delivered'
  | 'ready-for-pickup'
  | 'picked-up'
  | 'refunded'
  | 'withdrawal'
/** `heldUntil`: time of day when the hold ends. `refunded`: the amount with its currency; empty in other mails. */
export type MovedOrder = {
  id: number
  total: string
  heldUntil: string
  isPickup: boolean
  shipment: { carrier: string; tracking: string } | null
  refunded: string
  withdrawalCode: string | null
}

/** `position`: of the reported event; the same event produces the same message id. */
export function orderMail(
  mail: OrderMail,
  order: MovedOrder & { position: number },
  buyer: { name: string; email: string },
  sender: Sender,
): Mail {
  const { subject, parts } = letters[mail](order)
  const button = unpaid.has(mail)
    ? { button: 'Ir a mi carrito', address: `${sender.publicUrl}/shoppingCart` }
    : { button: 'Ver la orden', address: `${sender.publicUrl}/order/${order.id}` }
  const letter = {
    heading: `Hola${addressed(buyer.name)}:`,
    parts: [...parts, button],
    why: 'Te escribimos porque compraste en la tienda.',
  }
  const messageId = `<order-${mail}-${order.position}@${new URL(sender.publicUrl).hostname}>`
  return { to: buyer.email, subject, messageId, ...framed(letter, sender) }
}

/** These mails lead to the cart. */
const unpaid: ReadonlySet<OrderMail> = new Set(['received', 'rejected', 'expired'])

const letters: Record<OrderMail, (order: MovedOrder) => { subject: string } & Pick<Letter, 'parts'>> = {
  received: ({ id, total, heldUntil }) => ({
    subject: `Recibimos tu orden Nº ${id}: falta el pago`,
    parts: [
      `Recibimos tu orden Nº ${id}, de ${total}, y todavía no tenemos su pago. Te guardamos los productos hasta las ${heldUntil}.`,
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
  expired: ({ id }) => ({
    subject: `Tu orden Nº ${id} venció sin pago`,
    parts: [
      `No recibimos a tiempo el pago de tu orden Nº ${id}, así que ya no guardamos sus productos. No se te cobró nada.`,
      'Siguen en tu carrito: podés comprarlos mientras haya.',
    ],
  }),
  prepared: ({ id, isPickup }) =>
    isPickup
      ? {
          subject: `Tu orden Nº ${id} está en preparación`,
          parts: [`Estamos preparando los productos de tu orden Nº ${id}. Te avisamos cuando los puedas retirar.`],
        }
      : {
          subject: `Tu orden Nº ${id} está preparada`,
          parts: [`Ya preparamos los productos de tu orden Nº ${id}. Te avisamos cuando salgan.`],
        },
  'ready-for-pickup': ({ id }) => ({
    subject: `Tu orden Nº ${id} está lista para retirar`,
    parts: [
      `Ya podés retirar los productos de tu orden Nº ${id} en el local.`,
      `Traé el número de la orden y tu documento. Si viene otra persona, que traiga este correo.`,
    ],
  }),
  'picked-up': ({ id }) => ({
    subject: `Tu orden Nº ${id} fue retirada`,
    parts: [
      `Tu orden Nº ${id} figura como retirada. ¡Que la disfrutes!`,
      'Si no la retiraste o algo no está bien, respondé este correo o escribinos.',
    ],
  }),
  shipped: ({ id, shipment }) => ({
    subject: `Tu orden Nº ${id} está en camino`,
    parts: [
      `Despachamos los productos de tu orden Nº ${id}.`,
      ...(shipment ? [`Los lleva ${shipment.carrier}, con el número de seguimiento ${shipment.tracking}.`] : []),
    ],
  }),
  refunded: ({ id, refunded }) => ({
    subject: `Te devolvimos dinero de tu orden Nº ${id}`,
    parts: [
      `Te devolvimos ${refunded} de tu orden Nº ${id}, por el mismo medio con el que pagaste.`,
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
  delivered: ({ id }) => ({
    subject: `Tu orden Nº ${id} fue entregada`,
    parts: [
      `Tu orden Nº ${id} figura como entregada. ¡Que la disfrutes!`,
      'Si no la recibiste o algo no está bien, respondé este correo o escribinos.',
    ],
  }),
}
