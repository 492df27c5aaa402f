import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { User } from '#backend/domain/user/user.ts'
import { asOperator, defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { type Belongings, belongingsOf } from '#backend/ops/inspect/belongings.ts'
import { findPerson } from '#backend/ops/inspect/person.ts'

export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Borra a una persona: destruye su clave, libera su correo y cierra sus sesiones. No se puede deshacer.',
  access: 'changes',
  operands: ['USER_ID'],
  options: { yes: 'no pide confirmación' },
  async run(context, { operands: [typed = ''], options: { yes } }) {
    if (!/^[1-9]\d{0,11}$/.test(typed)) throw new WrongUse(`USER_ID debe ser un número entero positivo, no «${typed}».`)
    const { userId, state } = await findPerson(context.core, typed)
    if (!yes && !state.isErased) await confirm(context, userId, state)
    const found = await belongingsOf(context.ownerPool, userId)
    await erase(context, userId)
    const told = state.isErased
      ? `La cuenta ${userId} ya estaba borrada.`
      : `Se borró a la persona de la cuenta ${userId}.`
    return context.tell({ userId, alreadyErased: state.isErased, ...found }, told, ...belongingLines(found))
  },
})

async function confirm({ stdin, note, signal }: OpsContext, userId: number, person: User): Promise<void> {
  if (!('isTTY' in stdin && stdin.isTTY)) throw new WrongUse('Sin una terminal que confirme hace falta --yes.')
  note(`Se va a borrar a ${person.name} <${person.email}>, cuenta ${userId}. No se puede deshacer.`)
  note('Para confirmar, escribí el id de la cuenta:')
  if ((await nextLine(stdin, signal)).trim() !== String(userId))
    throw new OpsFailure('Lo escrito no es el id: no se borró nada.')
}

async function nextLine(stdin: Readable, signal: AbortSignal): Promise<string> {
  for await (const line of createInterface({ input: stdin, signal })) return line
  return ''
}

async function erase({ core }: OpsContext, userId: number): Promise<void> {
  try {
    await erasePerson(core, asOperator(), userId)
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'last_admin')) throw error
    throw new OpsFailure('Es la única cuenta de administración activa: antes debe haber otra. No se borró nada.')
  }
}

function belongingLines({ removed, kept }: Belongings): string[] {
  const { keys, emails, passwords, sessions } = removed
  const orders = kept.orders.map(({ currency, count, total }) => `órdenes ${count} por ${currency} ${total.toFixed(2)}`)
  return [
    `Destruido: claves ${keys}, correos reservados ${emails}, contraseñas ${passwords}, sesiones ${sessions}.`,
    `Queda, sin nombre ni correo: ${[...orders, `reseñas ${kept.reviews}`].join(', ')}.`,
  ]
}
