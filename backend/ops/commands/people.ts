// ops find-person, grant-admin, lift-role-block, ban, reinstate: who an account belongs to, and what it may do.
import { randomUUID } from 'node:crypto'
import { banUser, reinstateUser } from '#backend/commands/account/ban-user.ts'
import { grantAdmin } from '#backend/commands/account/grant-admin.ts'
import { liftRoleBlock } from '#backend/commands/account/lift-role-block.ts'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { tableLines } from '#backend/ops/cli/table.ts'
import { findPerson, type Person } from '#backend/ops/inspect/person.ts'
import { listUsersNamed } from '#backend/readmodels/users/users.queries.ts'

export const findPersonCommand = defineCommand({
  name: 'find-person',
  summary: 'Busca cuentas por correo, por id o por una parte del nombre.',
  access: 'looks',
  operands: ['TEXTO'],
  options: {},
  async run({ core, print, emit }, { operands: [text = ''] }) {
    const isExact = text.includes('@') || /^\d+$/.test(text)
    const found = isExact ? [rowOf(await findPerson(core, text))] : await listUsersNamed(core.db, text)
    if (found.length === 0) throw new WrongUse(`No hay cuentas con «${text}» en el nombre.`)
    const rows = found.map(({ id, name, email, isActive, isAdmin, staffRole }) => [
      ...[String(id), name || 'Usuario desconocido', email || '-'],
      isActive ? 'activa' : 'suspendida o borrada',
      isAdmin ? 'administra' : staffRole ? staffRoles[staffRole].toLowerCase() : '',
    ])
    for (const line of tableLines([['ID', 'NOMBRE', 'CORREO', 'CUENTA', 'ROL'], ...rows], new Set([0]))) print(line)
    for (const { id, name, email, isActive, isAdmin, staffRole } of found)
      emit({ id, name, email, isActive, isAdmin, staffRole })
    return exitCodes.ok
  },
})

function rowOf({ userId: id, state }: Person) {
  const { isActive, isAdmin, staffRole } = state
  return { id, name: state.name ?? '', email: state.email ?? '', isActive, isAdmin, staffRole }
}

export const grantAdminCommand = defineCommand({
  name: 'grant-admin',
  summary: 'Hace administradora a una cuenta que ya existe; así empieza una tienda nueva.',
  access: 'changes',
  operands: ['PERSONA'],
  options: {},
  run: (context, { operands: [typed = ''] }) =>
    act(context, typed, {
      done: (who) => `${who} administra la tienda.`,
      nothing: (who) => `${who} ya administraba la tienda.`,
      refused: { conflict: (who) => `${who} está suspendida: antes hay que reactivarla con reinstate.` },
      run: (how, userId) => grantAdmin(context.core.store, how, userId),
    }),
})

export const liftRoleBlockCommand = defineCommand({
  name: 'lift-role-block',
  summary: 'Devuelve los intentos a quien administra y quedó bloqueado por errar la clave superAdmin.',
  access: 'changes',
  operands: ['PERSONA'],
  options: {},
  run: (context, { operands: [typed = ''] }) =>
    act(context, typed, {
      done: (who) => `${who} tiene otra vez todos sus intentos.`,
      nothing: (who) => `${who} no erró ninguna clave.`,
      run: (how, userId) => liftRoleBlock(context.core.store, how, userId),
    }),
})

export const banCommand = defineCommand({
  name: 'ban',
  summary: 'Suspende una cuenta: termina sus sesiones y no deja ingresar. Se le avisa por correo.',
  access: 'changes',
  operands: ['PERSONA'],
  options: {
    reason: { type: 'string', value: 'TEXTO', help: 'por qué, para quien lo revise después; la persona no lo ve' },
  },
  run: (context, { operands: [typed = ''], options: { reason } }) =>
    act(context, typed, {
      done: (who) => `${who} quedó suspendida.`,
      nothing: (who) => `${who} ya estaba suspendida.`,
      refused: { admin_stays_active: (who) => `${who} administra la tienda, y esas cuentas no se suspenden.` },
      run: (how, userId) => banUser(context.core.store, how, { userId, reason: reason ?? null }),
    }),
})

export const reinstateCommand = defineCommand({
  name: 'reinstate',
  summary: 'Levanta la suspensión de una cuenta. Se le avisa por correo.',
  access: 'changes',
  operands: ['PERSONA'],
  options: {},
  run: (context, { operands: [typed = ''] }) =>
    act(context, typed, {
      done: (who) => `${who} puede volver a ingresar.`,
      nothing: (who) => `${who} no estaba suspendida.`,
      run: (how, userId) => reinstateUser(context.core.store, how, userId),
    }),
})

type Act = {
  run(how: CommandContext<ShopActor>, userId: number): Promise<Handled<unknown>>
  done(who: string): string
  nothing(who: string): string
  refused?: { [Code in RejectionCode]?: (who: string) => string }
}

/** Does it to the account that is meant, and tells what became of it without saying who it is. */
async function act({ core, print, emit }: OpsContext, typed: string, { run, done, nothing, refused }: Act) {
  const { userId, state } = await findPerson(core, typed)
  const who = `La cuenta ${userId}`
  if (state.isErased) throw new OpsFailure(`${who} está borrada.`)
  try {
    const { appended } = await run({ actor: 'operator', correlation: randomUUID() }, userId)
    print(appended ? done(who) : nothing(who))
    emit({ userId, changed: appended })
    return exitCodes.ok
  } catch (error) {
    const sentence = error instanceof Rejection ? refused?.[error.code] : undefined
    throw sentence ? new OpsFailure(sentence(who)) : error
  }
}
