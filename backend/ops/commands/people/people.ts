// ops find-person, lift-role-block, ban, reinstate: finds an account's owner and controls whether it may act.
import { changeAccount } from '#backend/commands/account/change-account.ts'
import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import { defineCommand, exitCodes, WrongUse } from '#backend/ops/cli/command.ts'
import { tableLines } from '#backend/ops/cli/table.ts'
import { findPerson, type Person } from '#backend/ops/inspect/person.ts'
import { listUsersNamed } from '#backend/readmodels/users/users.queries.ts'
import { act, personCommand } from './act.ts'

export const findPersonCommand = defineCommand({
  name: 'find-person',
  summary: 'Busca cuentas por correo, por id o por una parte del nombre.',
  access: 'looks',
  operands: ['TEXTO'],
  options: {},
  async run({ core, print, emit }, { operands: [text = ''] }) {
    await core.keyring.check()
    const isExact = text.includes('@') || /^\d+$/.test(text)
    const found = isExact ? [rowOf(await findPerson(core, text))] : await listUsersNamed(core.db, text)
    if (found.length === 0) throw new WrongUse(`No hay cuentas con «${text}» en el nombre.`)
    const rows = found.map(({ id, name, email, isActive, isAdmin, staffRole }) => [
      ...[String(id), name || unknownPerson, email || '-'],
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

export const liftRoleBlockCommand = personCommand(
  'lift-role-block',
  'Devuelve los intentos a quien administra y quedó bloqueado por errar la clave superAdmin.',
  ({ core }) => ({
    done: (who) => `${who} tiene otra vez todos sus intentos.`,
    nothing: (who) => `${who} no erró ninguna clave.`,
    run: (how, userId) => changeAccount(core.store, how, { type: 'LiftRoleBlock', userId }),
  }),
)

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
      run: (how, userId) => changeAccount(context.core.store, how, { type: 'BanUser', userId, reason: reason ?? null }),
    }),
})

export const reinstateCommand = personCommand(
  'reinstate',
  'Levanta la suspensión de una cuenta. Se le avisa por correo.',
  ({ core }) => ({
    done: (who) => `${who} puede volver a ingresar.`,
    nothing: (who) => `${who} no estaba suspendida.`,
    run: (how, userId) => changeAccount(core.store, how, { type: 'ReinstateUser', userId }),
  }),
)
