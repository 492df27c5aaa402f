// Mails to the staff, each to several of them.
import { type BankAccount, hasAccount } from '#backend/domain/seller/seller.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, mailTo, type Sender } from './mail-frame.ts'

export type Person = { id: number; name: string; email: string }
/** `position`: of the event; `changedBy`: a name, or '' for the operator. */
export type AccountChange = { position: number; account: BankAccount; changedBy: string }

/** Tells an admin that the bank account of the transfers changed, so that a theft is seen by the others. */
export function bankAccountMail({ position, account, changedBy }: AccountChange, admin: Person, sender: Sender): Mail {
  const { bank, holder, cbu, alias } = account
  const letter = {
    subject: 'Cambió la cuenta bancaria de GamerTech',
    parts: [
      `Cambió la cuenta bancaria adonde transfieren quienes compran${changedBy && addressed(changedBy) ? `: la cambió ${changedBy}` : ''}.`,
      hasAccount(account)
        ? `La cuenta es ahora: ${bank}, de ${holder}, CBU ${cbu}${alias && `, alias ${alias}`}.`
        : 'Desde ahora no hay ninguna cuenta para transferencias.',
      'Si no sabés por qué, deshacé el cambio desde la auditoría y avisá enseguida al resto de la administración.',
      { button: 'Ver la auditoría', address: `${sender.publicUrl}/controlPanel?tab=auditoria` },
    ],
    why: 'Te escribimos porque administrás la tienda.',
  }
  return mailTo(admin, `bank-account-${position}-${admin.id}`, letter, sender)
}

/** Brings the log's hash to an auditor, outside the shop. */
export function logHeadMail(
  { position, hash }: { position: number; hash: string },
  auditor: Person,
  sender: Sender,
): Mail {
  const letter = {
    subject: `Suma del registro de GamerTech hasta la posición ${position}`,
    parts: [
      `La suma del registro es ${position}:${hash}`,
      'Guardá este correo: con esa suma se comprueba más adelante que hasta ahí nadie cambió el registro, aunque haya cambiado también su cadena. Quien opera la tienda lo hace con verify --expect-hash; vos, con una exportación y check-export.',
    ],
    why: 'Te escribimos porque tenés el rol de Auditor en la tienda.',
  }
  return mailTo(auditor, `log-head-${position}-${auditor.id}`, letter, sender)
}
