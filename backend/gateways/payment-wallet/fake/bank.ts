// Shared by all parts of the fake wallet: database, credentials, own address.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool, PoolClient } from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import type { OrderedFaults } from './ordered-faults.ts'

export interface Bank {
  readonly pool: Pool
  readonly accessToken: string
  readonly webhookSecret: string
  readonly sellerId: string
  readonly url: string
  readonly faults: OrderedFaults
  readonly wake: () => void
}

/** Wakes the courier after the commit. */
export async function transact<T>(bank: Bank, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const result = await transaction(bank.pool, work)
  bank.wake()
  return result
}

export function refuse(c: Context, status: ContentfulStatusCode, code: string | number, message: string): Response {
  const cause = [{ code, description: message, data: null }]
  return c.json({ message, error: typeof code === 'string' ? code : 'bad_request', status, cause }, status)
}
