// What every part of the Monedero de prueba knows: its database, its credentials, its own address.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool, PoolClient } from 'pg'

export interface Bank {
  readonly pool: Pool
  readonly accessToken: string
  readonly webhookSecret: string
  readonly sellerId: string
  /** Where browsers reach it, without a slash at the end. */
  readonly url: string
  /** Tells the courier that there is something to deliver. */
  readonly wake: () => void
}

/** Runs `work` in one transaction and wakes the courier after the commit. */
export async function transact<T>(bank: Bank, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await bank.pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    bank.wake()
    return result
  } catch (error) {
    // On a lost connection the rollback fails too; the first error is the one to tell.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** An error answer in the provider's form; `code` is its number or name for the cause. */
export function refuse(c: Context, status: ContentfulStatusCode, code: string | number, message: string): Response {
  const cause = [{ code, description: message, data: null }]
  return c.json({ message, error: typeof code === 'string' ? code : 'bad_request', status, cause }, status)
}
