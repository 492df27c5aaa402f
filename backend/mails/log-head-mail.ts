// Brings the log's hash to an auditor, outside the shop.
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'

export function logHeadMail(
  { position, hash }: { position: number; hash: string },
  { id, name, email }: { id: number; name: string; email: string },
  sender: Sender,
): Mail {
  return {
    to: email,
    subject: `Suma del registro de GamerTech hasta la posición ${position}`,
    messageId: `<log-head-${position}-${id}@${new URL(sender.publicUrl).hostname}>`,
    ...framed(
      {
        heading: `Hola${addressed(name)}:`,
        parts: [
          `La suma del registro es ${position}:${hash}`,
          'Guardá este correo: con esa suma se comprueba más adelante que hasta ahí nadie cambió el registro, aunque haya cambiado también su cadena. Quien opera la tienda lo hace con verify --expect-hash; vos, con una exportación y check-export.',
        ],
        why: 'Te escribimos porque tenés el rol de Auditor en la tienda.',
      },
      sender,
    ),
  }
}
