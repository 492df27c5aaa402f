import { revokeAdmin } from '#backend/commands/account/other-admin.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import { type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { User } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { asOperator, defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { tableLines } from '#backend/ops/cli/table.ts'
import { findPerson, type Person } from '#backend/ops/inspect/person.ts'
import { panelUsers } from '#backend/readmodels/users/users.queries.ts'
import type { ShopContext } from '#backend/shop-store.ts'

const findPersonCommand = defineCommand({
  name: 'find-person',
  summary: 'Busca cuentas por correo, por id o por una parte del nombre.',
  access: 'looks',
  operands: ['TEXTO'],
  async run({ core, print, emit }, { operands: [text = ''] }) {
    await core.keyring.check()
    const isExact = text.includes('@') || /^\d+$/.test(text)
    const found = isExact ? [rowOf(await findPerson(core, text))] : await panelUsers.next(core.db, { q: text }, 50)
    if (found.length === 0) throw new WrongUse(`No hay cuentas con «${text}» en el nombre.`)
    const rows = found.map(({ id, name, email, isActive, isAdmin, staffRole }) => [
      ...[String(id), name || unknownPerson, email || '-'],
      isActive ? 'activa' : 'suspendida o borrada',
      isAdmin ? 'administra' : staffRole ? staffRoles[staffRole].toLowerCase() : '',
    ])
    print(...tableLines([['ID', 'NOMBRE', 'CORREO', 'CUENTA', 'ROL'], ...rows], new Set([0])))
    for (const { id, name, email, isActive, isAdmin, staffRole } of found)
      emit({ id, name, email, isActive, isAdmin, staffRole })
    return true
  },
})

function rowOf({ userId: id, state }: Person) {
  const { isActive, isAdmin, staffRole } = state
  return { id, name: state.name ?? '', email: state.email ?? '', isActive, isAdmin, staffRole }
}

/** Runs a command and words its results. `state` is the account as found. */
type Act = {
  run(how: ShopContext, userId: number, state: User): Promise<Handled<unknown>>
  done(who: string): string
  nothing(who: string): string
  refused?: { [Code in RejectionCode]?: (who: string, state: User) => string }
}

async function act({ core, tell }: OpsContext, typed: string, { run, done, nothing, refused }: Act) {
  const { userId, state } = await findPerson(core, typed)
  const who = `La cuenta ${userId}`
  if (state.isErased) throw new OpsFailure(`${who} está borrada.`)
  try {
    const { appended } = await run(asOperator(), userId, state)
    return tell({ userId, changed: appended }, appended ? done(who) : nothing(who))
  } catch (error) {
    const sentence = error instanceof Rejection ? refused?.[error.code] : undefined
    throw sentence ? new OpsFailure(sentence(who, state)) : error
  }
}

const personCommand = (name: string, summary: string, actOf: (context: OpsContext) => Act) =>
  defineCommand({
    name,
    summary,
    access: 'changes',
    operands: ['PERSONA'],
    run: (context, { operands: [typed = ''] }) => act(context, typed, actOf(context)),
  })

const suspended = (who: string) => `${who} está suspendida: antes hay que reactivarla con reinstate.`
const changedMeanwhile = (who: string) =>
  `El rol de ${who.toLowerCase()} acaba de cambiar: mirá cómo quedó con find-person.`

const grantRoleCommand = defineCommand({
  name: 'grant-role',
  summary: `Le da a una cuenta un rol del personal (${Object.keys(staffRoles).join(', ')}) en lugar del que tenga. Se le avisa por correo.`,
  access: 'changes',
  operands: ['PERSONA', 'ROL'],
  run: (context, { operands: [typed = '', named = ''] }) => {
    if (!Object.hasOwn(staffRoles, named))
      throw new WrongUse(`ROL debe ser ${Object.keys(staffRoles).join(', ')}, no «${named}».`)
    const role = named as StaffRole
    return act(context, typed, {
      done: (who) => `${who} tiene el rol ${staffRoles[role]}.`,
      nothing: (who) => `${who} ya tenía el rol ${staffRoles[role]}.`,
      refused: {
        conflict: suspended,
        role_changed: (who, { isAdmin }) =>
          isAdmin ? `${who} administra la tienda: antes hay que usar revoke-admin.` : changedMeanwhile(who),
      },
      run: (how, userId, { staffRole: from }) =>
        changeAccount(context.core.store, how, { type: 'GrantStaffRole', userId, role, from }),
    })
  },
})

const banCommand = defineCommand({
  name: 'ban',
  summary: 'Suspende una cuenta: termina sus sesiones y no deja ingresar. Se le avisa por correo.',
  access: 'changes',
  operands: ['PERSONA'],
  options: { reason: ['TEXTO', 'por qué, para quien lo revise después; la persona no lo ve'] },
  run: (context, { operands: [typed = ''], options: { reason = null } }) =>
    act(context, typed, {
      done: (who) => `${who} quedó suspendida.`,
      nothing: (who) => `${who} ya estaba suspendida.`,
      refused: { admin_stays_active: (who) => `${who} administra la tienda, y esas cuentas no se suspenden.` },
      run: (how, userId) => changeAccount(context.core.store, how, { type: 'BanUser', userId, reason }),
    }),
})

export const peopleCommands = [
  findPersonCommand,
  personCommand(
    'grant-admin',
    'Hace administradora a una cuenta que ya existe; así empieza una tienda nueva. Se le avisa por correo.',
    ({ core }) => ({
      done: (who) => `${who} administra la tienda.`,
      nothing: (who) => `${who} ya administraba la tienda.`,
      refused: { conflict: suspended },
      run: (how, userId) => changeAccount(core.store, how, { type: 'GrantAdmin', userId }),
    }),
  ),
  personCommand(
    'revoke-admin',
    'Le quita la administración de la tienda a una cuenta. Se le avisa por correo.',
    ({ core }) => ({
      done: (who) => `${who} ya no administra la tienda.`,
      nothing: (who) => `${who} no administraba la tienda.`,
      refused: { last_admin: () => 'La tienda quedaría sin administración: antes hay que dársela a otra cuenta.' },
      run: (how, userId) => revokeAdmin(core, how, userId),
    }),
  ),
  grantRoleCommand,
  personCommand('revoke-role', 'Le quita a una cuenta su rol del personal. Se le avisa por correo.', ({ core }) => ({
    done: (who) => `${who} ya no tiene un rol.`,
    nothing: (who) => `${who} no tenía un rol del personal.`,
    refused: { role_changed: changedMeanwhile },
    run: (how, userId, { staffRole: from }) =>
      changeAccount(core.store, how, { type: 'RevokeStaffRole', userId, from }),
  })),
  personCommand(
    'lift-role-block',
    'Devuelve los intentos a quien administra y quedó bloqueado por errar la clave superAdmin.',
    ({ core }) => ({
      done: (who) => `${who} tiene otra vez todos sus intentos.`,
      nothing: (who) => `${who} no erró ninguna clave.`,
      run: (how, userId) => changeAccount(core.store, how, { type: 'LiftRoleBlock', userId }),
    }),
  ),
  banCommand,
  personCommand('reinstate', 'Levanta la suspensión de una cuenta. Se le avisa por correo.', ({ core }) => ({
    done: (who) => `${who} puede volver a ingresar.`,
    nothing: (who) => `${who} no estaba suspendida.`,
    run: (how, userId) => changeAccount(core.store, how, { type: 'ReinstateUser', userId }),
  })),
]
