export const longestSearch = 100
export const lastPage = 999_999

export const panelSorts = {
  products: ['id', 'name', 'price', 'stock'],
  users: ['id', 'name', 'createdAt'],
  reviewed: ['id', 'name', 'reviews', 'rating'],
  orders: ['-id', 'id', 'placedAt', 'total'],
} as const
export type PanelList = keyof typeof panelSorts

export const panelSizes = {
  products: [5, 20, 50],
  users: [5, 20, 50],
  reviewed: [5, 20, 50],
  orders: [10, 25, 50],
} as const satisfies Record<PanelList, readonly number[]>

export const panelStates = {
  products: { active: 'Activos', inactive: 'Inactivos', soldOut: 'Agotados', incomplete: 'Incompletos' },
  users: { active: 'Activas', suspended: 'Suspendidas', staff: 'Del equipo' },
  reviewed: { low: 'Puntuación menor que 3', unanswered: 'Sin responder' },
  orders: {
    placed: 'Pendientes de pago',
    paid: 'Pagadas',
    prepared: 'Preparadas o en preparación',
    shipped: 'En camino',
    ready_for_pickup: 'Listas para retirar',
    picked_up: 'Retiradas',
    delivered: 'Entregadas',
    rejected: 'Pago rechazado',
    expired: 'Vencidas',
    cancelled: 'Canceladas',
    refunded: 'Reembolsadas',
    withdrawn: 'Con arrepentimiento',
  },
} as const satisfies Record<PanelList, Record<string, string>>

export type PanelState<List extends PanelList> = keyof (typeof panelStates)[List] & string
type Field<List extends PanelList> = (typeof panelSorts)[List][number] extends infer Name
  ? Name extends `-${infer Plain}`
    ? Plain
    : Name
  : never
export type PanelField<List extends PanelList> = Field<List> & string
export type PanelSort<List extends PanelList> = PanelField<List> | `-${PanelField<List>}`

export function sortsOf<List extends PanelList>(list: List): PanelSort<List>[] {
  const fields = [...new Set(panelSorts[list].map((name) => name.replace('-', '')))]
  return fields.flatMap((field) => [field, `-${field}`]) as PanelSort<List>[]
}

export function readSort<List extends PanelList>(
  sort: PanelSort<List>,
): { field: PanelField<List>; direction: 'asc' | 'desc' } {
  const isDescending = sort.startsWith('-')
  return { field: (isDescending ? sort.slice(1) : sort) as PanelField<List>, direction: isDescending ? 'desc' : 'asc' }
}
