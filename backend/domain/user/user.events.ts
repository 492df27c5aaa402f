// Facts about an account, as stored. Names and shapes are permanent. Personal fields are sealed under the person's
// key.
import { z } from 'zod'
import { sealedAddress } from '#backend/domain/sealed-address.ts'
import { defineEvent, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

/** As stored: a removed role would stay here. */
const role = z.enum(['editor', 'support', 'auditor', 'operator'])

export const userEvents = {
  UserRegistered: defineEvent(
    'UserRegistered',
    z.object({
      userId: z.int(),
      name: sealed(z.string(), 'userId'),
      email: sealed(z.string(), 'userId'),
      method: z.enum(['password', 'google']),
    }),
  ),
  /** Links the provider's account; the provider had verified the e-mail. */
  GoogleLinked: defineEvent(
    'GoogleLinked',
    z.object({
      userId: z.int(),
      issuer: z.string(),
      subject: sealed(z.string(), 'userId'),
      email: sealed(z.string(), 'userId'),
    }),
  ),
  UserRenamed: defineEvent('UserRenamed', z.object({ userId: z.int(), name: sealed(z.string(), 'userId') })),
  /** null: the default picture. */
  UserAvatarChanged: defineEvent(
    'UserAvatarChanged',
    z.object({ userId: z.int(), imageUrl: sealed(z.string(), 'userId') }),
  ),
  UserAddressChanged: defineEvent('UserAddressChanged', z.object({ userId: z.int(), ...sealedAddress() })),
  UserAddressRemoved: defineEvent('UserAddressRemoved', z.object({ userId: z.int() })),
  AdminGranted: defineEvent('AdminGranted', z.object({ userId: z.int() })),
  AdminRevoked: defineEvent('AdminRevoked', z.object({ userId: z.int() })),
  /** Another role first revokes the previous one by its own event. */
  StaffRoleGranted: defineEvent('StaffRoleGranted', z.object({ userId: z.int(), role })),
  StaffRoleRevoked: defineEvent('StaffRoleRevoked', z.object({ userId: z.int(), role })),
  RoleKeyRejected: defineEvent('RoleKeyRejected', z.object({ userId: z.int(), targetId: z.int() })),
  RoleBlockLifted: defineEvent('RoleBlockLifted', z.object({ userId: z.int() })),
  /** `note`: the suspending admin's words for later readers. */
  UserBanned: defineEvent(
    'UserBanned',
    z.object({ userId: z.int(), reason: sealed(z.string(), 'userId'), note: sealed(z.string(), 'userId') }),
  ),
  UserReinstated: defineEvent('UserReinstated', z.object({ userId: z.int() })),
  /** Caused by whoever typed the e-mail, not the account itself; the mail follows from it. */
  PasswordResetRequested: defineEvent('PasswordResetRequested', z.object({ userId: z.int() })),
  PasswordChanged: defineEvent('PasswordChanged', z.object({ userId: z.int() })),
  /** The person's key is destroyed next; sealed fields then read as null. */
  UserErased: defineEvent('UserErased', z.object({ userId: z.int() })),
}
export type UserEvent = EventOf<typeof userEvents>
