// ops erase USER_ID: erases a person after a confirmation, and says what is gone and what stays.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { erasePerson } from '#backend/commands/erase-person.ts'
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { type User, user } from '#backend/domain/user/user.ts'
import { UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'

export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Borra a una persona: destruye su clave, libera su correo y cierra sus sesiones. No se puede deshacer.',
  operands: ['USER_ID'],
  options: { yes: { type: 'boolean', help: 'no pide confirmación' } },
  async run(context, { operands: [typed = ''], options: { yes } }) {
    if (!/^[1-9]\d{0,11}$/.test(typed)) throw new WrongUse(`USER_ID debe ser un número entero positivo, no «${typed}».`)
    const userId = Number(typed)
    const { state } = await new UnitOfWork(context.core.store).load(user, userId)
    if (!state) throw new WrongUse(`No hay una cuenta con el id ${userId}.`)
    if (!yes && !state.isErased) await confirm(context, userId, state)
    const found = await lookAt(context, userId)
    await erase(context, userId)
    tell(context, userId, state.isErased, found)
    context.emit({ userId, alreadyErased: state.isErased, ...found })
    return 0
  },
})

async function confirm({ stdin, note, signal }: OpsContext, userId: number, person: User): Promise<void> {
  if (!('isTTY' in stdin && stdin.isTTY)) throw new WrongUse('Sin una terminal que confirme hace falta --yes.')
  note(`Se va a borrar a ${person.name} <${person.email}>, cuenta ${userId}. No se puede deshacer.`)
  note('Para confirmar, escribe el id de la cuenta:')
  if ((await nextLine(stdin, signal)).trim() !== String(userId))
    throw new OpsFailure('Lo escrito no es el id: no se borró nada.')
}

/** The next line typed; empty where the input ends. */
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

type Found = {
  removed: { keys: number; emails: number; passwords: number; sessions: number }
  kept: { reviews: number; orders: { currency: string; count: number; total: number }[] }
}

/** What there is of the person before it goes. */
async function lookAt({ ownerPool }: OpsContext, userId: number): Promise<Found> {
  const removed = await ownerPool.query<Found['removed']>(
    `select (select count(*) from keys.subjects where subject = $1 and wrapped_key is not null) as keys,
       (select count(*) from es.claims where stream_id = $2) as emails,
       (select count(*) from auth.credentials where user_id = $1) as passwords,
       (select count(*) from auth.sessions where user_id = $1) as sessions`,
    [userId, streamUuid(shopLog, `user-${userId}`)],
  )
  const reviews = await ownerPool.query<{ count: number }>('select count(*) from rm.reviews where user_id = $1', [
    userId,
  ])
  const orders = await ownerPool.query<{ currency: string; count: number; cents: number }>(
    'select currency, count(*), sum(total_cents)::bigint as cents from rm.orders where user_id = $1 group by 1 order by 1',
    [userId],
  )
  return {
    removed: removed.rows[0] ?? { keys: 0, emails: 0, passwords: 0, sessions: 0 },
    kept: {
      reviews: reviews.rows[0]?.count ?? 0,
      orders: orders.rows.map(({ currency, count, cents }) => ({ currency, count, total: toDecimal(cents) })),
    },
  }
}

function tell({ print }: OpsContext, userId: number, wasErased: boolean, { removed, kept }: Found): void {
  print(wasErased ? `La cuenta ${userId} ya estaba borrada.` : `Se borró a la persona de la cuenta ${userId}.`)
  const { keys, emails, passwords, sessions } = removed
  print(`Destruido: claves ${keys}, correos reservados ${emails}, contraseñas ${passwords}, sesiones ${sessions}.`)
  const orders = kept.orders.map(({ currency, count, total }) => `órdenes ${count} por ${currency} ${total.toFixed(2)}`)
  print(`Queda, sin nombre ni correo: ${[...orders, `reseñas ${kept.reviews}`].join(', ')}.`)
}
