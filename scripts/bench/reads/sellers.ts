// Background sales: orders and cart changes at a steady rate.
import type { Core } from '#backend/shop.ts'
import { traitsOf } from '#scripts/bench/catalogue/many-products.ts'
import { enter, type Shopper } from '#scripts/bench/checkout/shopper.ts'

/** Per second. */
const [orderRate, cartRate] = [20, 30]
const cartOwners = 60

export type Sellers = {
  stop(): Promise<{ orders: number; carts: number; seconds: number }>
}

/** Creates enough people for so many seconds; each orders once, spread over the catalogue. */
export async function openSellers(core: Core, url: string, size: number, seconds: number): Promise<() => Sellers> {
  const step = Math.max(1, Math.floor(size / 997))
  const productIds = Array.from({ length: size }, (_, nth) => 1 + ((nth * step) % size)).filter(
    (id) => traitsOf(id).isInStock,
  )
  const buyers = await enter(core, { url, name: 'buyer', count: orderRate * seconds, productIds })
  const owners = await enter(core, { url, name: 'owner', count: cartOwners, productIds })
  return () => start(buyers, owners)
}

function start(buyers: Shopper[], owners: readonly Shopper[]): Sellers {
  const since = performance.now()
  const failures: unknown[] = []
  const count = { orders: 0, carts: 0 }
  let begun = { orders: 0, carts: 0 }
  const note = (what: 'orders' | 'carts') => () => void count[what]++
  const timer = setInterval(() => {
    const seconds = (performance.now() - since) / 1000
    for (; begun.orders < seconds * orderRate; begun = { ...begun, orders: begun.orders + 1 }) {
      const buyer = buyers.pop()
      if (buyer) order(buyer).then(note('orders'), (error: unknown) => failures.push(error))
    }
    for (; begun.carts < seconds * cartRate; begun = { ...begun, carts: begun.carts + 1 }) {
      const owner = owners[begun.carts % owners.length]
      if (owner) change(owner, begun.carts).then(note('carts'), (error: unknown) => failures.push(error))
    }
  }, 20)
  return {
    async stop() {
      clearInterval(timer)
      if (failures.length > 0) throw failures[0]
      return { ...count, seconds: (performance.now() - since) / 1000 }
    },
  }
}

function order({ productId, post }: Shopper): Promise<unknown> {
  const price = traitsOf(productId).priceCents / 100
  const lines = [{ id: productId, quantity: 1, price }]
  return post('/api/payment/create_preference', { quantity: '1', price, description: 'Tu compra en GamerTech', lines })
}

function change({ id: userId, productId, post }: Shopper, nth: number): Promise<unknown> {
  return post('/api/cart/setquantity', { userId, productId: { id: productId, quantity: 1 + (nth % 3) } })
}
