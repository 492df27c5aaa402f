// Projects accounts, the only rows with names and e-mails outside the sealed events.
import { userEvents } from '#backend/domain/user/user.events.ts'
import { bigint, boolean, nullable, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const newcomer = { image_url: null, is_active: true, is_admin: false, staff_role: null }
const nobody = { name: null, email: null, image_url: null }

/** SQL around a text that lowers letters and removes accents. */
export const plainLetters = ['lower(translate(', ", 'ÁÉÍÓÚÜÑáéíóúüñ', 'AEIOUUNaeiouun'))"] as const
/** SQL for sorting and searching names; not a column, so that names stand in one place. */
export const plainName = plainLetters.join('name')

export const usersProjection = defineProjection(userEvents, {
  name: 'users',
  version: 4,
  primaryKey: ['user_id'],
  columns: {
    user_id: bigint(),
    name: nullable(text()), // null: erased
    email: nullable(text()),
    image_url: nullable(text()),
    is_active: boolean(),
    is_admin: boolean(),
    staff_role: nullable(text()),
    created_at: timestamptz(),
  },
  indexes: {
    by_name: `((${plainName}) collate "C", user_id)`,
    by_creation: '(created_at, user_id)',
    name: `using gin ((${plainName}) gin_trgm_ops)`,
    email: '(lower(email))',
    suspended: '(user_id) where not is_active',
    staff: '(user_id) where is_admin or staff_role is not null',
  },
  personal: true,
  streams: ({ user_id }) => [`user-${user_id}`],
  keys: (event) => [{ user_id: event.data.userId }],
  evolve(row, event) {
    if (event.type === 'UserRegistered') {
      const { userId, name, email } = event.data
      return { ...newcomer, user_id: userId, name, email, created_at: event.at.toISOString() }
    }
    if (row === null) throw new Error(`no user ${event.data.userId}`)
    switch (event.type) {
      case 'UserRenamed':
        return { ...row, name: event.data.name }
      case 'UserAvatarChanged':
        return { ...row, image_url: event.data.imageUrl }
      case 'AdminGranted':
        return { ...row, is_admin: true }
      case 'AdminRevoked':
        return { ...row, is_admin: false }
      case 'StaffRoleGranted':
        return { ...row, staff_role: event.data.role }
      case 'StaffRoleRevoked':
        return { ...row, staff_role: null }
      case 'UserBanned':
        return { ...row, is_active: false }
      case 'UserReinstated':
        return { ...row, is_active: true }
      case 'GoogleLinked':
      case 'UserAddressChanged':
      case 'UserAddressRemoved':
      case 'RoleKeyRejected':
      case 'RoleBlockLifted':
      case 'PasswordResetRequested':
      case 'PasswordChanged':
        return row
      case 'UserErased':
        return { ...row, ...nobody, is_active: false, is_admin: false, staff_role: null }
      default:
        return event satisfies never
    }
  },
})
