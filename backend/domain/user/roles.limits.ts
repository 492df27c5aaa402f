// Permissions: routes enforce them, and the page hides what is not permitted.

/** An account has at most one; admins have none. */
export const staffRoles = {
  editor: 'Editor de catálogo',
  support: 'Soporte',
  auditor: 'Auditor',
  operator: 'Operador',
} as const
export type StaffRole = keyof typeof staffRoles

export function roleName({ isAdmin, staffRole }: { isAdmin: boolean; staffRole: StaffRole | null }): string {
  return isAdmin ? 'Administración' : staffRole ? staffRoles[staffRole] : ''
}

export const permissions = {
  'views:own': ['editor', 'support', 'auditor', 'operator'],
  'catalogue:read': ['editor', 'support', 'auditor'],
  'catalogue:change': ['editor'],
  'catalogue:schema': [],
  'catalogue:cost': ['auditor'],
  'cost:change': [],
  'stock:read': ['editor', 'auditor'],
  'reviews:read': ['editor', 'support', 'auditor'],
  'reviews:answer': ['editor', 'support'],
  'reviews:moderate': ['support'],
  'orders:read': ['support', 'auditor'],
  'orders:fulfil': ['support'],
  'orders:refund': ['support'],
  'payments:confirm': ['support'],
  'delivery:read': ['auditor'],
  'delivery:change': [],
  'settings:read': ['auditor'],
  'settings:change': [],
  'accounts:read': ['support', 'auditor'],
  'accounts:export': ['auditor'],
  'accounts:change': [],
  'audit:read': ['auditor'],
  'audit:uncover': ['auditor'],
  'audit:undo': [],
  'operations:read': ['operator', 'auditor'],
  'operations:act': ['operator'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Permission = keyof typeof permissions

export type Authority = { isAdmin: boolean; staffRole: StaffRole | null }

/** Absent and unknown roles have no permission. */
export function may({ isAdmin, staffRole }: Authority, permission: Permission): boolean {
  return isAdmin || rolesOf(permission).some((role) => role === staffRole)
}

export function isStaff({ isAdmin, staffRole }: Authority): boolean {
  return isAdmin || staffRole !== null
}

export function rolesOf(permission: Permission): readonly StaffRole[] {
  return permissions[permission]
}
