// Facts about an account, as stored. Personal fields are sealed under the person's key.
import { z } from 'zod'
import { sealedAddress } from '#backend/domain/sealed-address.ts'
import { defineEvents, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

/** As stored: a removed role would stay here. */
const role = z.enum(['editor', 'support', 'auditor', 'operator'])

export const userEvents = defineEvents({
  UserRegistered: z.object({
    userId: z.int(),
    name: sealed(z.string(), 'userId'),
    email: sealed(z.string(), 'userId'),
    method: z.enum(['password', 'google']),
  }),
  /** Links the provider's account; the provider had verified the e-mail. */
  GoogleLinked: z.object({
    userId: z.int(),
    issuer: z.string(),
    subject: sealed(z.string(), 'userId'),
    email: sealed(z.string(), 'userId'),
  }),
  UserRenamed: z.object({ userId: z.int(), name: sealed(z.string(), 'userId') }),
  /** null: the default picture. */
  UserAvatarChanged: z.object({ userId: z.int(), imageUrl: sealed(z.string(), 'userId') }),
  UserAddressChanged: z.object({ userId: z.int(), ...sealedAddress() }),
  UserAddressRemoved: z.object({ userId: z.int() }),
  AdminGranted: z.object({ userId: z.int() }),
  AdminRevoked: z.object({ userId: z.int() }),
  /** Another role first revokes the previous one by its own event. */
  StaffRoleGranted: z.object({ userId: z.int(), role }),
  StaffRoleRevoked: z.object({ userId: z.int(), role }),
  /** `targetId`: whose role would have changed; null: the bank account would. */
  RoleKeyRejected: z.object({ userId: z.int(), targetId: z.int().nullable() }),
  RoleBlockLifted: z.object({ userId: z.int() }),
  /** `note`: the suspending admin's words for later readers. */
  UserBanned: z.object({ userId: z.int(), reason: sealed(z.string(), 'userId'), note: sealed(z.string(), 'userId') }),
  UserReinstated: z.object({ userId: z.int() }),
  /** Caused by whoever typed the e-mail, not the account itself; the mail follows from it. */
  PasswordResetRequested: z.object({ userId: z.int() }),
  PasswordChanged: z.object({ userId: z.int() }),
  /** The person's key is destroyed next; sealed fields then read as null. */
  UserErased: z.object({ userId: z.int() }),
})
export type UserEvent = EventOf<typeof userEvents>
