// ops erase USER_ID: erases a person after a confirmation and reports the data removed and kept.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { type Belongings, belongingsOf } from '#backend/ops/inspect/belongings.ts'

export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Borra a una persona: destruye su clave, libera su correo y cierra sus sesiones. No se puede deshacer.',
  access: 'changes',
  operands: ['USER_ID'],
  options: { yes: { type: 'boolean', help: 'no pide confirmación' } },
  async run(context, { operands: [typed = ''], options: { yes } }) {
    if (!/^[1-9]\d{0,11}$/.test(typed)) throw new WrongUse(`USER_ID debe ser un número entero positivo, no «${typed}».`)
    const userId = Number(typed)
    await context.core.keyring.check()
    const { state } = await loadState(context.core.store, user, userId)
    if (!state) throw new WrongUse(`No hay una cuenta con el id ${userId}.`)
    if (!yes && !state.isErased) await confirm(context, userId, state)
    const found = await belongingsOf(context.ownerPool, userId)
    await erase(context, userId)
    tell(context, userId, state.isErased, found)
    context.emit({ userId, alreadyErased: state.isErased, ...found })
    return 0
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
  const lines = createInterface({ input: stdin })
  try {
    const [line] = await Promise.race([once(lines, 'line', { signal }), once(lines, 'close', { signal })])
    return typeof line === 'string' ? line : ''
  } finally {
    lines.close()
  }
}

async function erase({ core }: OpsContext, userId: number): Promise<void> {
  try {
    await erasePerson(core, { actor: 'operator', correlation: randomUUID() }, userId)
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'last_admin')) throw error
    throw new OpsFailure('Es la única cuenta de administración activa: antes debe haber otra. No se borró nada.')
  }
}

function tell({ print }: OpsContext, userId: number, wasErased: boolean, { removed, kept }: Belongings): void {
  print(wasErased ? `La cuenta ${userId} ya estaba borrada.` : `Se borró a la persona de la cuenta ${userId}.`)
  const { keys, emails, passwords, sessions } = removed
  print(`Destruido: claves ${keys}, correos reservados ${emails}, contraseñas ${passwords}, sesiones ${sessions}.`)
  const orders = kept.orders.map(({ currency, count, total }) => `órdenes ${count} por ${currency} ${total.toFixed(2)}`)
  print(`Queda, sin nombre ni correo: ${[...orders, `reseñas ${kept.reviews}`].join(', ')}.`)
}
