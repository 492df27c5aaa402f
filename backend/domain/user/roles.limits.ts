// Who may do what in the shop beside buying in it: for the routes, which refuse, and for the page, which then does not show it.

/** The roles of the staff as the screen calls them. An account has one of them or none; an admin has none. */
export const staffRoles = {
  editor: 'Editor de catálogo',
  support: 'Soporte',
  auditor: 'Auditor',
  operator: 'Operador',
} as const
export type StaffRole = keyof typeof staffRoles

/** What somebody is in the shop, in words; empty for a shopper. */
export function roleName({ isAdmin, staffRole }: { isAdmin: boolean; staffRole: StaffRole | null }): string {
  return isAdmin ? 'Administración' : staffRole ? staffRoles[staffRole] : ''
}

/** Who may do each thing beside admins, who may do everything. What a route asks for that is not here does not compile. */
export const permissions = {
  /** The views of the panel that they keep for themselves. */
  'views:own': ['editor', 'support', 'auditor', 'operator'],
  /** Inactive products too, and the synonyms of the search. */
  'catalogue:read': ['editor', 'support', 'auditor'],
  /** Products, their prices and stock, and synonyms. */
  'catalogue:change': ['editor'],
  'stock:read': ['editor', 'auditor'],
  'reviews:read': ['support', 'auditor'],
  'reviews:moderate': ['support'],
  'orders:read': ['support', 'auditor'],
  'orders:fulfil': ['support'],
  'orders:refund': ['support'],
  /** The prices of shipping, as a table. */
  'delivery:read': ['auditor'],
  'delivery:change': [],
  'accounts:read': ['support', 'auditor'],
  /** Names and e-mails of everybody as a file. */
  'accounts:export': ['auditor'],
  /** Suspensions and roles. */
  'accounts:change': [],
  'audit:read': ['auditor'],
  'audit:uncover': ['auditor'],
  /** Taking back what others did, by the command that compensates for it. */
  'audit:undo': [],
  'operations:read': ['operator', 'auditor'],
  'operations:act': ['operator'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Permission = keyof typeof permissions

export type Authority = { isAdmin: boolean; staffRole: StaffRole | null }

/** Whether the account may do it. An absent role, or one that this release does not know, may nothing. */
export function may({ isAdmin, staffRole }: Authority, permission: Permission): boolean {
  return isAdmin || rolesOf(permission).some((role) => role === staffRole)
}

/** Whether the account has anything to do in the control panel. */
export function isStaff({ isAdmin, staffRole }: Authority): boolean {
  return isAdmin || staffRole !== null
}

/** The staff roles that may do it. */
export function rolesOf(permission: Permission): readonly StaffRole[] {
  return permissions[permission]
}
