// Tells an admin that the bank account of the transfers changed, so that a theft is seen by the others.
import { type BankAccount, hasAccount } from '#backend/domain/seller/seller.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'

/** `position`: of the event; `changedBy`: a name, or '' for the operator. */
export type AccountChange = { position: number; account: BankAccount; changedBy: string }

export function bankAccountMail(
  { position, account, changedBy }: AccountChange,
  { id, name, email }: { id: number; name: string; email: string },
  sender: Sender,
): Mail {
  const { bank, holder, cbu, alias } = account
  const present = hasAccount(account)
    ? `La cuenta es ahora: ${bank}, de ${holder}, CBU ${cbu}${alias && `, alias ${alias}`}.`
    : 'Desde ahora no hay ninguna cuenta para transferencias.'
  const letter = {
    heading: `Hola${addressed(name)}:`,
    parts: [
      `Cambió la cuenta bancaria adonde transfieren quienes compran${changedBy && addressed(changedBy) ? `: la cambió ${changedBy}` : ''}.`,
      present,
      'Si no sabés por qué, deshacé el cambio desde la auditoría y avisá enseguida al resto de la administración.',
      { button: 'Ver la auditoría', address: `${sender.publicUrl}/controlPanel?tab=auditoria` },
    ],
    why: 'Te escribimos porque administrás la tienda.',
  }
  const messageId = `<bank-account-${position}-${id}@${new URL(sender.publicUrl).hostname}>`
  return { to: email, subject: 'Cambió la cuenta bancaria de GamerTech', messageId, ...framed(letter, sender) }
}
