// Query keys of all cached answers. Keys with a common prefix are invalidated together.
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { Address } from '#backend/domain/address.limits.ts'
import type { Cart, OpenSession, Product } from '#frontend/api.ts'
import type { SessionView } from '#frontend/session.ts'

/** A key that carries the type of its data, so that writes are type-checked. */
const named = <Data>(...key: QueryKey) => key as DataTag<QueryKey, Data>

export const queryKeys = {
  session: named<SessionView>('session'),
  shop: ['shop'],
  transferOffer: ['shop', 'transfer'],
  catalogue: {
    all: ['catalogue'],
    page: (search: object) => ['catalogue', search],
    offers: ['catalogue', 'offers'],
    shelf: (of: string, beside: number | undefined) => ['catalogue', 'shelf', of, beside],
  },
  products: ['product'],
  product: (id: number) => named<Product>('product', id),
  instalments: (productId: number, price: number) => ['instalments', productId, price],
  prices: (productId: number) => ['product-prices', productId],
  reviews: {
    all: ['reviews'],
    of: (productId: number) => ['reviews', productId],
    page: (productId: number, asked: object) => ['reviews', productId, asked],
  },
  /** `edit` names the mutations that change a cart. */
  cart: { all: ['cart'], of: (userId: number) => named<Cart>('cart', userId), edit: ['cart-edit'] },
  orders: {
    all: ['orders'],
    lists: ['orders', 'of'],
    of: (userId: number) => ['orders', 'of', userId],
    open: (userId: number) => ['orders', 'open', userId],
    one: (id: number) => ['orders', 'one', id],
    payment: (id: number, paymentId: string | undefined) => ['orders', 'payment', id, paymentId ?? null],
    registered: (id: number) => ['orders', 'registered', id],
  },
  panel: {
    all: ['panel'],
    lists: (tab: string) => ['panel', tab],
    list: (tab: string, asked: object) => ['panel', tab, asked],
  },
  delivery: { all: ['delivery'], to: (postalCode: string) => ['delivery', postalCode] },
  addresses: ['address'],
  address: (userId: number) => named<Address | null>('address', userId),
  openSessions: ['open-sessions'],
  openSessionsOf: (userId: number) => named<OpenSession[]>('open-sessions', userId),
  walletSdk: ['wallet-sdk'],
} as const
