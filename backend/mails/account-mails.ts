// Mails about changes of an account. `position`: of the reported event; the same event produces the same message id.
// `role`: the account's role in words, for the role mail. `token`: for the link that sets a new password.
import { resetMinutes } from '#backend/domain/user/user.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Letter, type Sender } from './mail-frame.ts'

export type AccountMail =
  | 'welcome'
  | 'suspension'
  | 'reinstatement'
  | 'password-reset'
  | 'password-changed'
  | 'google-linked'
  | 'role-granted'
  | 'role-revoked'

type Person = { name: string; email: string; position: number; role?: string; token?: string }

export function accountMail(
  mail: AccountMail,
  { name, email, position, role = '', token = '' }: Person,
  sender: Sender,
): Mail {
  const { subject, ...letter } = letters[mail](name, sender, { role, token })
  const messageId = `<${mail}-${position}@${new URL(sender.publicUrl).hostname}>`
  return { to: email, subject, messageId, ...framed(letter, sender) }
}

type Written = Letter & { subject: string }

const letters: Record<AccountMail, (name: string, sender: Sender, own: { role: string; token: string }) => Written> = {
  welcome: (name, { publicUrl }) => ({
    subject: 'Tu cuenta en GamerTech',
    heading: `¡Hola${addressed(name)}!`,
    parts: [
      'Tu cuenta ya está lista: tu carrito te sigue en cualquier dispositivo y tus compras quedan en tu perfil.',
      { button: 'Ver los productos', address: `${publicUrl}/home` },
    ],
    why: 'Te escribimos porque alguien creó una cuenta con este correo. Si no fuiste vos, avisanos.',
  }),
  suspension: (name, { supportEmail }) => ({
    subject: 'Suspendimos tu cuenta en GamerTech',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'Tu cuenta está suspendida temporalmente. Mientras tanto no podés ingresar ni comprar con ella.',
      `Si creés que es un error o querés saber más, escribinos a ${supportEmail}. Las compras que ya pagaste siguen su curso.`,
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
  reinstatement: (name, { publicUrl }) => ({
    subject: 'Tu cuenta en GamerTech está activa otra vez',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'Levantamos la suspensión de tu cuenta. Ya podés volver a ingresar.',
      { button: 'Ingresar', address: `${publicUrl}/login` },
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
  // A repeated mail has a new link, equally valid. The token follows the #, which browsers never send.
  'password-reset': (name, { publicUrl }, { token }) => ({
    subject: 'Restablecé tu contraseña de GamerTech',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'Pediste restablecer la contraseña de tu cuenta. Elegí una nueva desde este enlace:',
      { button: 'Elegir otra contraseña', address: `${publicUrl}/reset-password#token=${token}` },
      `El enlace sirve una sola vez y durante ${resetMinutes} minutos. Al cambiarla se cierran todas tus sesiones.`,
    ],
    why: 'Si no lo pediste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
  }),
  'password-changed': (name, { publicUrl, supportEmail }) => ({
    subject: 'Cambió la contraseña de tu cuenta en GamerTech',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'La contraseña de tu cuenta acaba de cambiar, y cerramos todas tus sesiones. Ingresá con la nueva.',
      { button: 'Ingresar', address: `${publicUrl}/login` },
      `¿No fuiste vos? Escribinos enseguida a ${supportEmail}.`,
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
  'google-linked': (name, { publicUrl, supportEmail }) => ({
    subject: 'Ahora podés ingresar con Google a tu cuenta en GamerTech',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'Tu cuenta quedó unida a una cuenta de Google con este mismo correo: desde ahora podés ingresar también con ella. Cerramos las sesiones que había abiertas.',
      `¿No fuiste vos? Cambiá tu contraseña desde "¿Olvidaste tu contraseña?" y escribinos enseguida a ${supportEmail}.`,
      { button: 'Ingresar', address: `${publicUrl}/login` },
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
  'role-granted': (name, { publicUrl, supportEmail }, { role }) => ({
    subject: `Tu rol en GamerTech: ${role}`,
    heading: `Hola${addressed(name)}:`,
    parts: [
      `Tu cuenta tiene desde ahora un rol en la tienda: ${role}. Lo que podés hacer con él está en el Panel de Control.`,
      { button: 'Ir al panel', address: `${publicUrl}/controlPanel` },
      `¿No sabés por qué? Escribinos enseguida a ${supportEmail}.`,
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
  'role-revoked': (name, { supportEmail }) => ({
    subject: 'Tu cuenta ya no tiene un rol en GamerTech',
    heading: `Hola${addressed(name)}:`,
    parts: [
      'El rol que tu cuenta tenía en la tienda terminó: ya no entra al Panel de Control. Para comprar sigue como siempre.',
      `¿No sabés por qué? Escribinos a ${supportEmail}.`,
    ],
    why: 'Te escribimos porque tenés una cuenta en la tienda.',
  }),
}
