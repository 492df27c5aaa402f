// What every part of the fake wallet knows: its database, its credentials, its own address.
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
  /** Where browsers reach it, without a slash at the end. */
  readonly url: string
  readonly faults: OrderedFaults
  /** Tells the courier that there is something to deliver. */
  readonly wake: () => void
}

/** Runs `work` in one transaction and wakes the courier after the commit. */
export async function transact<T>(bank: Bank, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const result = await transaction(bank.pool, work)
  bank.wake()
  return result
}

/** An error answer in the provider's form; `code` is its number or name for the cause. */
export function refuse(c: Context, status: ContentfulStatusCode, code: string | number, message: string): Response {
  const cause = [{ code, description: message, data: null }]
  return c.json({ message, error: typeof code === 'string' ? code : 'bad_request', status, cause }, status)
}
