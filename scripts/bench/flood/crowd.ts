// Shoppers who go about their business while somebody else floods the shop: each from an address of its own, below every limit.
import { setTimeout as sleep } from 'node:timers/promises'

export type Shopper = { id: number; headers: Record<string, string> }
/** times: of all calls of a window, in milliseconds; refused: how many were not answered with 200. */
export type Window = { times: number[]; refused: number }

/** Between two calls of a shopper, in milliseconds. */
const pause = 20
/** One call of so many changes the cart: about one a second, half of what an account may. */
const oneWriteOf = 40

/** An account with its session, behind the proxy as `address`. */
export async function enter(origin: string, address: string, email: string): Promise<Shopper> {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address }
  const account = { name: 'Comprador', email, password: 'Clave-segura-1' }
  const answer = await fetch(`${origin}/api/users/new`, { method: 'POST', headers, body: JSON.stringify(account) })
  if (!answer.ok) throw new Error(`registration answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const { user } = (await answer.json()) as { user: { id: number } }
  return { id: user.id, headers: { ...headers, cookie: cookie.join('; ') } }
}

/** All shoppers call for so many milliseconds. */
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

/** A search that nobody asked before, a product, who is signed in, the own cart; and now and then a change of it. Whether it was answered with 200. */
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
