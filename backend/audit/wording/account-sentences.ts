import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import { ofKind } from './entries.ts'
import { fieldName } from './field-names.ts'

export const accountEntries = {
  ...ofKind('account', {
    UserRegistered: ({ userId, name, email, method }) =>
      `Se creó la cuenta Nº ${userId} de ${name ?? unknownPerson} (${email ?? 'sin correo'}), ${method === 'google' ? 'con Google' : 'con contraseña'}.`,
    GoogleLinked: ({ userId, email }) =>
      `La cuenta Nº ${userId} quedó vinculada con Google (${email ?? 'sin correo'}); sus otras sesiones terminaron.`,
    UserRenamed: ({ userId, name }) => `La cuenta Nº ${userId} cambió su nombre a ${name ?? unknownPerson}.`,
    UserAvatarChanged: ({ userId }) => `La cuenta Nº ${userId} cambió su imagen.`,
    UserAddressChanged: ({ userId }) => `La cuenta Nº ${userId} guardó una dirección de envío.`,
    UserAddressRemoved: ({ userId }) => `La cuenta Nº ${userId} quitó su dirección de envío.`,
  }),
  ...ofKind('role', {
    AdminGranted: ({ userId }) => `La cuenta Nº ${userId} pasó a ser administradora.`,
    AdminRevoked: ({ userId }) => `La cuenta Nº ${userId} dejó de ser administradora.`,
    StaffRoleGranted: ({ userId, role }) => `La cuenta Nº ${userId} recibió el rol «${staffRoles[role]}».`,
    StaffRoleRevoked: ({ userId, role }) => `La cuenta Nº ${userId} dejó el rol «${staffRoles[role]}».`,
    RoleKeyRejected: ({ userId, targetId }) =>
      `La cuenta Nº ${userId} dio una clave superAdmin equivocada para cambiar ${targetId === null ? 'la cuenta bancaria' : `el rol de la cuenta Nº ${targetId}`}.`,
    RoleBlockLifted: ({ userId }) =>
      `La cuenta Nº ${userId} tiene otra vez todos los intentos con la clave superAdmin.`,
  }),
  ...ofKind('ban', {
    UserBanned: ({ userId, reason, note }) => [
      `La cuenta Nº ${userId} quedó suspendida y sus sesiones terminaron.`,
      [reason, note && `Nota: ${note}`].filter(Boolean).join('. ') || null,
    ],
    UserReinstated: ({ userId }) => `Terminó la suspensión de la cuenta Nº ${userId}.`,
  }),
  ...ofKind('password', {
    PasswordResetRequested: ({ userId }) => `Se pidió una contraseña nueva para la cuenta Nº ${userId}.`,
    PasswordChanged: ({ userId }) => `La cuenta Nº ${userId} tiene una contraseña nueva; sus sesiones terminaron.`,
  }),
  ...ofKind('privacy', {
    UserErased: ({ userId }) => `Se eliminaron para siempre los datos personales de la cuenta Nº ${userId}.`,
    PersonalDataExported: ({ list, fields, state, isSearched }) =>
      `Se descargaron ${list === 'users' ? 'las cuentas' : 'las órdenes'} como archivo, con ${fields.map(fieldName).join(' y ').toLowerCase()}${state || isSearched ? ', filtradas' : ''}.`,
    PersonalDataRevealed: ({ userId, position, fields }) =>
      `Se descubrieron datos de la cuenta Nº ${userId} en el hecho ${position}: ${fields.map(fieldName).join(', ').toLowerCase()}.`,
  }),
}
