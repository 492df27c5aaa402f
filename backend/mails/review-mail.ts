import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { mailTo, type Sender } from './mail-frame.ts'

/** `position`: of the answer's event. */
type Answered = { position: number; productId: number; product: string; answer: string }

export function reviewMail(
  { position, productId, product, answer }: Answered,
  author: { name: string; email: string },
  sender: Sender,
): Mail {
  const letter = {
    subject: 'Respondimos tu reseña',
    parts: [
      `Respondimos la reseña que dejaste de ${product}:`,
      `«${answer}»`,
      { button: 'Ver la respuesta', address: `${sender.publicUrl}/product/${productId}#reviews` },
    ],
    why: 'Te escribimos porque reseñaste este producto con tu cuenta.',
  }
  return mailTo(author, `review-answered-${position}`, letter, sender)
}
