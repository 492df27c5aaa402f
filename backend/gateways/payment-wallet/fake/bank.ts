import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool, PoolClient } from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import type { OrderedFault } from './faults.ts'
import type { FakePlan } from './instalments.ts'

export interface Bank {
  readonly pool: Pool
  readonly accessToken: string
  readonly sellerId: string
  url: string
  readonly wake: () => void
  isMuted: boolean
  readonly faults: OrderedFault[]
  plans: readonly FakePlan[]
}

export async function transact<T>(bank: Bank, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const result = await transaction(bank.pool, work)
  bank.wake()
  return result
}

export function refuse(c: Context, status: ContentfulStatusCode, code: string | number, message: string): Response {
  const cause = [{ code, description: message, data: null }]
  return c.json({ message, error: typeof code === 'string' ? code : 'bad_request', status, cause }, status)
}

const offsetMs = 3 * 3_600_000

/** Formats a time like the provider: ISO 8601 with Argentina's offset, -03:00. */
export function providerTime(date: Date): string {
  return new Date(date.getTime() - offsetMs).toISOString().replace('Z', '-03:00')
}
