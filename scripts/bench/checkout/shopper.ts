// Shoppers of the benchmark: accounts with session and filled cart, created through the core, since password hashing
// is not measured.

import { setTimeout as sleep } from 'node:timers/promises'
import { registerWithHash } from '#backend/commands/account/register-user.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import type { Core } from '#backend/shop.ts'
import { post } from './lean-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a caller reads whatever came
export type Shopper = { id: number; productId: number; post(path: string, body: unknown): Promise<any> }

export const price = 100
const products = 20
const atOnce = 16
const context = { actor: 'operator', correlation: 'bench' } as const

export async function addProducts({ store }: Core): Promise<number[]> {
  const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
  const product = { details, priceCents: price * 100, currency: 'ARS', units: 1_000_000 }
  const ids: number[] = []
  for (let n = 0; n < products; n++) ids.push((await addProduct(store, context, product)).result)
  return ids
}

/** Each shopper has one unit in the cart. `name` is part of their e-mails. */
export async function enter(
  core: Core,
  { url, name, count, productIds }: { url: string; name: string; count: number; productIds: readonly number[] },
): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  let entered = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (entered < count) {
        const nth = entered++
        const productId = productIds[nth % productIds.length] ?? 0
        shoppers.push(await enterOne(core, url, `${name}${nth}@bench.test`, productId))
      }
    }),
  )
  return shoppers
}

async function enterOne(core: Core, url: string, email: string, productId: number): Promise<Shopper> {
  const person = { name: 'Comprador', email, hash: 'none' }
  // Marked as demo, so that no welcome mails disturb the measurement.
  const { userId: id } = await registerWithHash(core, person, { correlation: 'demo:bench' })
  const cookies = new Map([['sid', (await core.sessions.start({ userId: id, sessionEpoch: 0 })).id]])
  await addItemToCart(core.store, context, { userId: id, productId, quantity: 1 })
  return { id, productId, post: (path, body) => postTo(url, path, body, cookies) }
}

/** Retries like the page on 503 with Retry-After; throws on any other status but 200. */
async function postTo(url: string, path: string, body: unknown, cookies: Map<string, string>): Promise<unknown> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked = { type: 'application/json', body: JSON.stringify(body), headers: { cookie } }
  const { status, headers, text } = await post(`${url}${path}`, asked)
  if (status === 503) {
    await sleep(20)
    return postTo(url, path, body, cookies)
  }
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  for (const set of headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    cookies.set(name, value)
  }
  return JSON.parse(text)
}

/** Presses 'Aprobar' on the wallet's page; returns the shop's address that it leads to. */
export async function approve(walletUrl: string, preferenceId: string): Promise<URL> {
  const body = new URLSearchParams({ pref_id: preferenceId, outcome: 'approved' }).toString()
  const { status, headers } = await post(`${walletUrl}/checkout/pay`, {
    type: 'application/x-www-form-urlencoded',
    body,
  })
  if (status !== 303 || !headers.location) throw new Error(`the wallet answered ${status}`)
  return new URL(headers.location)
}
