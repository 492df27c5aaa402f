// ops grant-admin, revoke-admin, grant-role, revoke-role: operators have the database, so need no super-admin key.
import { changeAccount } from '#backend/commands/account/change-account.ts'
import { revokeAdmin } from '#backend/commands/account/revoke-admin.ts'
import { type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'
import { defineCommand, WrongUse } from '#backend/ops/cli/command.ts'
import { act, personCommand } from './act.ts'

const suspended = (who: string) => `${who} está suspendida: antes hay que reactivarla con reinstate.`
const changedMeanwhile = (who: string) =>
  `El rol de ${who.toLowerCase()} acaba de cambiar: mirá cómo quedó con find-person.`

export const grantAdminCommand = personCommand(
  'grant-admin',
  'Hace administradora a una cuenta que ya existe; así empieza una tienda nueva. Se le avisa por correo.',
  ({ core }) => ({
    done: (who) => `${who} administra la tienda.`,
    nothing: (who) => `${who} ya administraba la tienda.`,
    refused: { conflict: suspended },
    run: (how, userId) => changeAccount(core.store, how, { type: 'GrantAdmin', userId }),
  }),
)

export const revokeAdminCommand = personCommand(
  'revoke-admin',
  'Le quita la administración de la tienda a una cuenta. Se le avisa por correo.',
  ({ core }) => ({
    done: (who) => `${who} ya no administra la tienda.`,
    nothing: (who) => `${who} no administraba la tienda.`,
    refused: { last_admin: () => 'La tienda quedaría sin administración: antes hay que dársela a otra cuenta.' },
    run: (how, userId) => revokeAdmin(core, how, userId),
  }),
)

export const grantRoleCommand = defineCommand({
  name: 'grant-role',
  summary: `Le da a una cuenta un rol del personal (${Object.keys(staffRoles).join(', ')}) en lugar del que tenga. Se le avisa por correo.`,
  access: 'changes',
  operands: ['PERSONA', 'ROL'],
  options: {},
  run: (context, { operands: [typed = '', named = ''] }) => {
    const role = staffRoleOf(named)
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

export const revokeRoleCommand = personCommand(
  'revoke-role',
  'Le quita a una cuenta su rol del personal. Se le avisa por correo.',
  ({ core }) => ({
    done: (who) => `${who} ya no tiene un rol.`,
    nothing: (who) => `${who} no tenía un rol del personal.`,
    refused: { role_changed: changedMeanwhile },
    run: (how, userId, { staffRole: from }) =>
      changeAccount(core.store, how, { type: 'RevokeStaffRole', userId, from }),
  }),
)

function staffRoleOf(named: string): StaffRole {
  if (Object.hasOwn(staffRoles, named)) return named as StaffRole
  throw new WrongUse(`ROL debe ser ${Object.keys(staffRoles).join(', ')}, no «${named}».`)
}
