// Events that claim a unique value for an account, and their claims.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Claim } from '#backend/eventstore/log/event-store.ts'
import type { Core } from '#backend/shop.ts'

export const claimingTypes = ['UserRegistered', 'GoogleLinked'] as const
export type ClaimingType = (typeof claimingTypes)[number]

export function isClaiming(type: string): type is ClaimingType {
  return (claimingTypes as readonly string[]).includes(type)
}

/** The claim of an event's data in today's shape; null if the person's key is gone. */
export function claimIn(
  accounts: Core['accounts'],
  { type, data }: { type: ClaimingType; data: Readonly<Record<string, unknown>> },
): Claim<ShopLog> | null {
  const { userId, email, issuer, subject } = data as {
    userId: number
    email: string | null
    issuer: string
    subject: string | null
  }
  if (type === 'UserRegistered') return email === null ? null : accounts.claimOf(email, userId)
  return subject === null ? null : accounts.googleClaimOf({ issuer, subject }, userId)
}
