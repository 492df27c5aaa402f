// Deterministic calls of the staff to the panel.
import { auditKinds } from '#backend/domain/audit/audit.limits.ts'
import { type PanelList, panelStates, sortsOf } from '#backend/domain/panel-lists.limits.ts'
import { randomFrom } from '#scripts/fault-injection/load/random.ts'
import { longProduct, type Sizes } from './panel-log.ts'

type Random = ReturnType<typeof randomFrom>
/** `aim`: 95th percentile in milliseconds; `paths`: parallel requests of one view. */
export type PanelCall = { name: string; aim: number; paths: (random: Random, sizes: Sizes) => string[] }

const listAim = 200
const pageRows = { products: 5, users: 5, reviewed: 5, orders: 10 } as const
const words: Record<PanelList, readonly string[]> = {
  products: ['Procesador Drakon', 'halcyon', '77', 'Silla gamer Orbis'],
  users: ['Persona 77', '1234', 'ona 5'],
  reviewed: ['Monitor', 'vanta 9', '31'],
  orders: ['Persona 77', '1234', 'ona 5', 'persona-77@gamertech.test'],
}

function list(of: PanelList): PanelCall[] {
  const rowsOf = ({ orders, products, users }: Sizes) => ({ orders, products, users, reviewed: products / 3 })[of]
  const page = (random: Random, sizes: Sizes, share = 1) =>
    String(1 + random.below(Math.max(1, Math.floor((rowsOf(sizes) * share) / pageRows[of]))))
  const call = (name: string, asks: (random: Random, sizes: Sizes) => Record<string, string>): PanelCall => ({
    name: `${of}: ${name}`,
    aim: listAim,
    paths: (random, sizes) => [`/api/panel/${of}?${new URLSearchParams(asks(random, sizes)).toString()}`],
  })
  const states = Object.keys(panelStates[of]) as [string, ...string[]]
  const sorts = sortsOf(of) as unknown as [string, ...string[]]
  const plain = [
    call('any page', (random, sizes) => ({ page: page(random, sizes) })),
    call('filtered', (random) => ({ state: random.pick(states) })),
    call('ordered, any page', (random, sizes) => ({ sort: random.pick(sorts), page: page(random, sizes) })),
    call('filtered and ordered', (random) => ({ state: random.pick(states), sort: random.pick(sorts) })),
  ]
  const found = words[of] as [string, ...string[]]
  return [...plain, call('searched', (random) => ({ q: random.pick(found), page: String(1 + random.below(2)) }))]
}

const audit = (asks: Record<string, string | number>) =>
  `/api/panel/audit?${new URLSearchParams(Object.entries(asks).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
const one = (random: Random, most: number) => 1 + random.below(most)
const story = (of: string) => `/api/panel/audit/entity?of=${of}`

const audits: PanelCall[] = [
  { name: 'audit: newest page', aim: listAim, paths: () => [audit({})] },
  {
    name: 'audit: any page',
    aim: listAim,
    paths: (random, { events }) => [audit({ before: one(random, events) + 50 })],
  },
  {
    name: 'audit: by kind',
    aim: listAim,
    paths: (random, { events }) => [
      audit({ kind: random.pick(Object.keys(auditKinds) as [string, ...string[]]), before: one(random, events) + 50 }),
    ],
  },
  {
    name: 'audit: by actor',
    aim: listAim,
    paths: (random, { users }) => [audit({ actor: `user:${one(random, users)}` })],
  },
  {
    name: 'audit: of an order',
    aim: listAim,
    paths: (random, { orders }) => [audit({ entity: `order-${one(random, orders)}` })],
  },
]

const dossiers: PanelCall[] = [
  {
    name: 'dossier of an order',
    aim: listAim,
    paths: (random, { orders }) => {
      const id = one(random, orders)
      return [`/api/panel/orders/${id}`, story(`order-${id}`)]
    },
  },
  {
    name: 'dossier of a person',
    aim: listAim,
    paths: (random, { users }) => {
      const id = one(random, users)
      return [`/api/panel/users/${id}`, `/api/purchase/${id}`, story(`user-${id}`)]
    },
  },
  {
    name: 'dossier of a product',
    aim: listAim,
    paths: (random, { products }) => {
      const id = one(random, products)
      return [`/api/product/${id}`, story(`product-${id}`), `/api/panel/audit/stock/${id}`]
    },
  },
  {
    name: 'the story of 1,000 events, as it was at each moment',
    aim: 300,
    paths: () => [story(`product-${longProduct}`)],
  },
]

const overviews: PanelCall = {
  name: 'Inicio',
  aim: listAim,
  paths: () => ['sales', 'products', 'reviews', 'accounts'].map((part) => `/api/panel/overview/${part}`),
}

export const panelCalls: readonly PanelCall[] = [
  ...list('products'),
  ...list('users'),
  ...list('reviewed'),
  ...list('orders'),
  ...audits,
  ...dossiers,
  overviews,
]

export function pathsOf(call: PanelCall, sizes: Sizes, count: number): string[][] {
  const random = randomFrom(35)
  return Array.from({ length: count }, () => call.paths(random, sizes))
}
