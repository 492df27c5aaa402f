// Shoppers during a flood, each with an own address and below every limit.
import { setTimeout as sleep } from 'node:timers/promises'

export type Shopper = { id: number; headers: Record<string, string> }
/** `times`: all calls of a window, in milliseconds; `refused`: answers other than 200. */
export type Window = { times: number[]; refused: number }

const pause = 20
/** One call in so many changes the cart: about one a second, half of the limit. */
const oneWriteOf = 40

/** Registers an account; the proxy header makes `address` its origin. */
export async function enter(origin: string, address: string, email: string): Promise<Shopper> {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address }
  const account = { name: 'Comprador', email, password: 'Clave-segura-1' }
  const answer = await fetch(`${origin}/api/users/new`, { method: 'POST', headers, body: JSON.stringify(account) })
  if (!answer.ok) throw new Error(`registration answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const { user } = (await answer.json()) as { user: { id: number } }
  return { id: user.id, headers: { ...headers, cookie: cookie.join('; ') } }
}

export async function browse(origin: string, shoppers: readonly Shopper[], ms: number): Promise<Window> {
  const window: Window = { times: [], refused: 0 }
  const end = performance.now() + ms
  await Promise.all(
    shoppers.map(async (shopper) => {
      while (performance.now() < end) {
        const begin = performance.now()
        if (!(await call(origin, shopper))) window.refused++
        window.times.push(performance.now() - begin)
        await sleep(pause)
      }
    }),
  )
  return window
}

let calls = 0

/**
 * Alternates a new search, a product, the session and the cart, with an occasional change. Returns whether the status
 * was 200.
 */
async function call(origin: string, { id, headers }: Shopper): Promise<boolean> {
  const nth = calls++
  const paths = [`/api/catalogue?q=nadie${nth}`, '/api/product/7', '/api/session', `/api/cart/${id}`]
  const line = { userId: id, productId: { id: 7, quantity: 1 } }
  const isWrite = nth % oneWriteOf === 0
  const answer = isWrite
    ? await fetch(`${origin}/api/cart/addproducttocart`, { method: 'POST', headers, body: JSON.stringify(line) })
    : await fetch(origin + paths[nth % paths.length], { headers })
  await answer.arrayBuffer()
  return answer.status === 200
}
