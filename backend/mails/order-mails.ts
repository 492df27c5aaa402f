// What the shop writes to a buyer when a paid order moves on, or a part of its money goes back.
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { framed, type Letter, type Sender } from './mail-frame.ts'

export type OrderMail =
  | 'prepared'
  | 'shipped'
  | 'delivered'
  | 'ready-for-pickup'
  | 'picked-up'
  | 'refunded'
  | 'withdrawal'
/** refunded: the amount that went back, with its currency; empty in other mails. */
export type MovedOrder = {
  id: number
  isPickup: boolean
  shipment: { carrier: string; tracking: string } | null
  refunded: string
  withdrawalCode: string | null
}

/** `position`: of the event that the mail tells of; the same one makes the same mail, with the same message id. */
export function orderMail(
  mail: OrderMail,
  order: MovedOrder & { position: number },
  buyer: { name: string; email: string },
  sender: Sender,
): Mail {
  const { subject, parts } = letters[mail](order)
  const letter = {
    heading: `Hola, ${buyer.name}:`,
    parts: [...parts, { button: 'Ver la orden', address: `${sender.publicUrl}/order/${order.id}` }],
    why: 'Te escribimos porque compraste en la tienda.',
  }
  const messageId = `<order-${mail}-${order.position}@${new URL(sender.publicUrl).hostname}>`
  return { to: buyer.email, subject, messageId, ...framed(letter, sender) }
}

const letters: Record<OrderMail, (order: MovedOrder) => { subject: string } & Pick<Letter, 'parts'>> = {
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
