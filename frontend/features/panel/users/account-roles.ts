import { type Authority, type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'

export type AccountRole = 'normal' | StaffRole | 'admin'

const roleNames: Readonly<Record<AccountRole, string>> = { normal: 'Normal', ...staffRoles, admin: 'Admin' }

export const accountRoles = Object.keys(roleNames) as AccountRole[]

export function roleOf({ isAdmin, staffRole }: Authority): AccountRole {
  return isAdmin ? 'admin' : (staffRole ?? 'normal')
}

export function authorityOf(role: AccountRole): Authority {
  return { isAdmin: role === 'admin', staffRole: role === 'admin' || role === 'normal' ? null : role }
}

export function roleTitle(account: Authority): string {
  return roleNames[roleOf(account)]
}

export function nameOfRole(role: AccountRole): string {
  return roleNames[role]
}

/** The change applies to the person's next call. */
export const roleMeans: Readonly<Record<AccountRole, string>> = {
  normal: 'Desde su próximo paso compra como cualquier cliente y no ve el panel.',
  editor: 'Podrá cambiar productos, precios, stock y sinónimos. No ve clientes ni compras.',
  support: 'Podrá preparar, despachar y devolver compras, y moderar reseñas. Ve a los clientes, sin suspenderlos.',
  auditor: 'Verá todo el panel y el registro, sin cambiar nada. Los datos personales que descubra quedan anotados.',
  operator: 'Podrá reconstruir, pausar, reintentar y verificar. No ve clientes, compras ni productos.',
  admin: 'Podrá cambiar productos, suspender cuentas y ver todas las compras.',
}
