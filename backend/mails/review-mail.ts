import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'

/** `position`: of the answer's event; the same event produces the same message id. */
type Answered = { position: number; productId: number; product: string; answer: string }

export function reviewMail(
  { position, productId, product, answer }: Answered,
  { name, email }: { name: string; email: string },
  sender: Sender,
): Mail {
  const messageId = `<review-answered-${position}@${new URL(sender.publicUrl).hostname}>`
  const letter = {
    heading: `Hola${addressed(name)}:`,
    parts: [
      `Respondimos la reseña que dejaste de ${product}:`,
      `«${answer}»`,
      { button: 'Ver la respuesta', address: `${sender.publicUrl}/product/${productId}#reviews` },
    ],
    why: 'Te escribimos porque reseñaste este producto con tu cuenta.',
  }
  return { to: email, subject: 'Respondimos tu reseña', messageId, ...framed(letter, sender) }
}
