// Sentences about accounts and reveals of their data.
import type { AuditEvent } from '#backend/domain/audit/audit.events.ts'
import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import type { UserEvent } from '#backend/domain/user/user.events.ts'
import type { Entries } from './entries.ts'
import { fieldName } from './field-names.ts'
import { unknownPerson } from './values.ts'

type OfUser = { userId: number }

export const accountEntries: Entries<UserEvent | AuditEvent> = {
  UserRegistered: {
    kind: 'account',
    says: ({ userId, name, email, method }) =>
      `Se creó la cuenta Nº ${userId} de ${name ?? unknownPerson} (${email ?? 'sin correo'}), ${method === 'google' ? 'con Google' : 'con contraseña'}.`,
  },
  GoogleLinked: {
    kind: 'account',
    says: ({ userId, email }) =>
      `La cuenta Nº ${userId} quedó vinculada con Google (${email ?? 'sin correo'}); sus otras sesiones terminaron.`,
  },
  UserRenamed: {
    kind: 'account',
    says: ({ userId, name }) => `La cuenta Nº ${userId} cambió su nombre a ${name ?? unknownPerson}.`,
  },
  UserAvatarChanged: { kind: 'account', says: ({ userId }: OfUser) => `La cuenta Nº ${userId} cambió su imagen.` },
  UserAddressChanged: {
    kind: 'account',
    says: ({ userId }) => `La cuenta Nº ${userId} guardó una dirección de envío.`,
  },
  UserAddressRemoved: {
    kind: 'account',
    says: ({ userId }: OfUser) => `La cuenta Nº ${userId} quitó su dirección de envío.`,
  },
  AdminGranted: { kind: 'role', says: ({ userId }: OfUser) => `La cuenta Nº ${userId} pasó a ser administradora.` },
  AdminRevoked: { kind: 'role', says: ({ userId }: OfUser) => `La cuenta Nº ${userId} dejó de ser administradora.` },
  StaffRoleGranted: {
    kind: 'role',
    says: ({ userId, role }) => `La cuenta Nº ${userId} recibió el rol «${staffRoles[role]}».`,
  },
  StaffRoleRevoked: {
    kind: 'role',
    says: ({ userId, role }) => `La cuenta Nº ${userId} dejó el rol «${staffRoles[role]}».`,
  },
  RoleKeyRejected: {
    kind: 'role',
    says: ({ userId, targetId }) =>
      `La cuenta Nº ${userId} dio una clave superAdmin equivocada para cambiar el rol de la cuenta Nº ${targetId}.`,
  },
  RoleBlockLifted: {
    kind: 'role',
    says: ({ userId }: OfUser) => `La cuenta Nº ${userId} tiene otra vez todos los intentos con la clave superAdmin.`,
  },
  UserBanned: {
    kind: 'ban',
    says: ({ userId }) => `La cuenta Nº ${userId} quedó suspendida y sus sesiones terminaron.`,
    why: ({ reason, note }) => [reason, note && `Nota: ${note}`].filter(Boolean).join('. ') || null,
  },
  UserReinstated: { kind: 'ban', says: ({ userId }: OfUser) => `Terminó la suspensión de la cuenta Nº ${userId}.` },
  PasswordResetRequested: {
    kind: 'password',
    says: ({ userId }: OfUser) => `Se pidió una contraseña nueva para la cuenta Nº ${userId}.`,
  },
  PasswordChanged: {
    kind: 'password',
    says: ({ userId }: OfUser) => `La cuenta Nº ${userId} tiene una contraseña nueva; sus sesiones terminaron.`,
  },
  UserErased: {
    kind: 'privacy',
    says: ({ userId }: OfUser) => `Se eliminaron para siempre los datos personales de la cuenta Nº ${userId}.`,
  },
  PersonalDataExported: {
    kind: 'privacy',
    says: ({ list, fields, state, isSearched }) =>
      `Se descargaron ${list === 'users' ? 'las cuentas' : 'las órdenes'} como archivo, con ${fields.map(fieldName).join(' y ').toLowerCase()}${state || isSearched ? ', filtradas' : ''}.`,
  },
  PersonalDataRevealed: {
    kind: 'privacy',
    says: ({ userId, position, fields }) =>
      `Se descubrieron datos de la cuenta Nº ${userId} en el hecho ${position}: ${fields.map(fieldName).join(', ').toLowerCase()}.`,
  },
}
