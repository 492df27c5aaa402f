import { resetMinutes } from '#backend/domain/user/user.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'

/**
 * `position`: of the request; a repeated mail has a new link, equally valid, and the same message id. The token
 * follows the #, which browsers never send.
 */
export function passwordResetMail(
  { name, email, position, token }: { name: string; email: string; position: number; token: string },
  sender: Sender,
): Mail {
  return {
    to: email,
    subject: 'Restablecé tu contraseña de GamerTech',
    messageId: `<password-reset-${position}@${new URL(sender.publicUrl).hostname}>`,
    ...framed(
      {
        heading: `Hola${addressed(name)}:`,
        parts: [
          'Pediste restablecer la contraseña de tu cuenta. Elegí una nueva desde este enlace:',
          { button: 'Elegir otra contraseña', address: `${sender.publicUrl}/reset-password#token=${token}` },
          `El enlace sirve una sola vez y durante ${resetMinutes} minutos. Al cambiarla se cierran todas tus sesiones.`,
        ],
        why: 'Si no lo pediste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
      },
      sender,
    ),
  }
}
