// Mails about changes of an account.
import { resetMinutes } from '#backend/domain/user/user.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, type Letter, mailTo, type Sender } from './mail-frame.ts'

export type AccountMail = keyof typeof letters

/**
 * `position`: of the reported event. `role`: the account's, in words, for the role mail. `token`: for the link that sets
 * a new password.
 */
type Person = { name: string; email: string; position: number; role?: string; token?: string }

export function accountMail(mail: AccountMail, person: Person, sender: Sender): Mail {
  const why = 'Te escribimos porque tenés una cuenta en la tienda.'
  const letter: Letter = { why, ...letters[mail]({ role: '', token: '', ...person, ...sender }) }
  return mailTo(person, `${mail}-${person.position}`, letter, sender)
}

type Told = Required<Person> & Sender
type Written = Omit<Letter, 'why'> & { why?: string }

const letters = {
  welcome: ({ name, publicUrl }) => ({
    subject: 'Tu cuenta en GamerTech',
    heading: `¡Hola${addressed(name)}!`,
    parts: [
      'Tu cuenta ya está lista: tu carrito te sigue en cualquier dispositivo y tus compras quedan en tu perfil.',
      { button: 'Ver los productos', address: `${publicUrl}/home` },
    ],
    why: 'Te escribimos porque alguien creó una cuenta con este correo. Si no fuiste vos, avisanos.',
  }),
  suspension: ({ supportEmail }) => ({
    subject: 'Suspendimos tu cuenta en GamerTech',
    parts: [
      'Tu cuenta está suspendida temporalmente. Mientras tanto no podés ingresar ni comprar con ella.',
      `Si creés que es un error o querés saber más, escribinos a ${supportEmail}. Las compras que ya pagaste siguen su curso.`,
    ],
  }),
  reinstatement: ({ publicUrl }) => ({
    subject: 'Tu cuenta en GamerTech está activa otra vez',
    parts: [
      'Levantamos la suspensión de tu cuenta. Ya podés volver a ingresar.',
      { button: 'Ingresar', address: `${publicUrl}/login` },
    ],
  }),
  // A repeated mail has a new link, equally valid. The token follows the #, which browsers never send.
  'password-reset': ({ publicUrl, token }) => ({
    subject: 'Restablecé tu contraseña de GamerTech',
    parts: [
      'Pediste restablecer la contraseña de tu cuenta. Elegí una nueva desde este enlace:',
      { button: 'Elegir otra contraseña', address: `${publicUrl}/reset-password#token=${token}` },
      `El enlace sirve una sola vez y durante ${resetMinutes} minutos. Al cambiarla se cierran todas tus sesiones.`,
    ],
    why: 'Si no lo pediste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
  }),
  'password-changed': ({ publicUrl, supportEmail }) => ({
    subject: 'Cambió la contraseña de tu cuenta en GamerTech',
    parts: [
      'La contraseña de tu cuenta acaba de cambiar, y cerramos todas tus sesiones. Ingresá con la nueva.',
      { button: 'Ingresar', address: `${publicUrl}/login` },
      `¿No fuiste vos? Escribinos enseguida a ${supportEmail}.`,
    ],
  }),
  'google-linked': ({ publicUrl, supportEmail }) => ({
    subject: 'Ahora podés ingresar con Google a tu cuenta en GamerTech',
    parts: [
      'Tu cuenta quedó unida a una cuenta de Google con este mismo correo: desde ahora podés ingresar también con ella. Cerramos las sesiones que había abiertas.',
      `¿No fuiste vos? Cambiá tu contraseña desde "¿Olvidaste tu contraseña?" y escribinos enseguida a ${supportEmail}.`,
      { button: 'Ingresar', address: `${publicUrl}/login` },
    ],
  }),
  'role-granted': ({ publicUrl, supportEmail, role }) => ({
    subject: `Tu rol en GamerTech: ${role}`,
    parts: [
      `Tu cuenta tiene desde ahora un rol en la tienda: ${role}. Lo que podés hacer con él está en el Panel de Control.`,
      { button: 'Ir al panel', address: `${publicUrl}/controlPanel` },
      `¿No sabés por qué? Escribinos enseguida a ${supportEmail}.`,
    ],
  }),
  'role-revoked': ({ supportEmail }) => ({
    subject: 'Tu cuenta ya no tiene un rol en GamerTech',
    parts: [
      'El rol que tu cuenta tenía en la tienda terminó: ya no entra al Panel de Control. Para comprar sigue como siempre.',
      `¿No sabés por qué? Escribinos a ${supportEmail}.`,
    ],
  }),
} satisfies Record<string, (told: Told) => Written>
