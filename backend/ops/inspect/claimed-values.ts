// The events by which an account takes a value for itself alone, and the claim that each stands for.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Claim } from '#backend/eventstore/log/event-store.ts'
import type { Core } from '#backend/shop.ts'

export const claimingTypes = ['UserRegistered', 'GoogleLinked'] as const
export type ClaimingType = (typeof claimingTypes)[number]

export function isClaiming(type: string): type is ClaimingType {
  return (claimingTypes as readonly string[]).includes(type)
}

/** The claim behind an event's data as today's code reads it; null if the person's key is gone. */
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
