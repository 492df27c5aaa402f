// Facts about an account as stored. Names and shapes here are kept for ever. Personal fields are sealed under the person's key.
import { z } from 'zod'
import { sealedAddress } from '#backend/domain/sealed-address.ts'
import { defineEvent, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

/** As stored: a role that the shop no longer has stays here. */
const role = z.enum(['editor', 'support', 'auditor', 'operator'])

const banned = z.object({ userId: z.int(), reason: sealed(z.string(), 'userId') })

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
  /** Signs in by this account of the provider from now on. The e-mail is the provider's, who had verified it. */
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
  /** imageUrl: null shows the shop's own picture. */
  UserAvatarChanged: defineEvent(
    'UserAvatarChanged',
    z.object({ userId: z.int(), imageUrl: sealed(z.string(), 'userId') }),
  ),
  /** Where this account has things shipped, offered to it at the next purchase. */
  UserAddressChanged: defineEvent('UserAddressChanged', z.object({ userId: z.int(), ...sealedAddress() })),
  UserAddressRemoved: defineEvent('UserAddressRemoved', z.object({ userId: z.int() })),
  AdminGranted: defineEvent('AdminGranted', z.object({ userId: z.int() })),
  AdminRevoked: defineEvent('AdminRevoked', z.object({ userId: z.int() })),
  /** One at a time: who gets another role loses the previous one by an event of its own. */
  StaffRoleGranted: defineEvent('StaffRoleGranted', z.object({ userId: z.int(), role })),
  StaffRoleRevoked: defineEvent('StaffRoleRevoked', z.object({ userId: z.int(), role })),
  /** The admin userId typed a wrong super-admin key to change the role of targetId. */
  RoleKeyRejected: defineEvent('RoleKeyRejected', z.object({ userId: z.int(), targetId: z.int() })),
  /** The admin userId has all attempts at the key again. */
  RoleBlockLifted: defineEvent('RoleBlockLifted', z.object({ userId: z.int() })),
  /** note: what whoever looks at it later should know, in the words of who suspended. */
  UserBanned: defineEvent('UserBanned', banned).next(banned.extend({ note: sealed(z.string(), 'userId') }), {
    up: (data) => ({ ...data, note: null }),
  }),
  UserReinstated: defineEvent('UserReinstated', z.object({ userId: z.int() })),
  /** Not by the account itself, but by the person who typed its e-mail: the mail with the link follows from it. */
  PasswordResetRequested: defineEvent('PasswordResetRequested', z.object({ userId: z.int() })),
  PasswordChanged: defineEvent('PasswordChanged', z.object({ userId: z.int() })),
  /** The person's key is destroyed after this: what is sealed reads as null from then on. */
  UserErased: defineEvent('UserErased', z.object({ userId: z.int() })),
}
export type UserEvent = EventOf<typeof userEvents>
