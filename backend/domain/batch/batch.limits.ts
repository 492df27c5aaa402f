// What can be done with many products at once: one truth for the API and for the page, so it imports nothing.

/** Kinds of batches with their Spanish names. Each stands in stored events: none is ever taken away. */
export const batchKinds = { import: 'Importación', prices: 'Cambio de precios' } as const
export type BatchKind = keyof typeof batchKinds

/** With their Spanish names; a draft is only a preview. */
export const batchStates = {
  draft: 'Borrador',
  scheduled: 'Programado',
  waiting: 'En espera',
  running: 'En curso',
  applied: 'Aplicado',
  undoing: 'Deshaciendo',
  undone: 'Deshecho',
  cancelled: 'Cancelado',
} as const
export type BatchState = keyof typeof batchStates

/** Which rows of a batch can be had alone, with their Spanish names. */
export const batchParts = {
  change: 'Cambian',
  create: 'Se crean',
  wrong: 'Con errores',
  same: 'Sin cambios',
  failed: 'No se pudieron',
  kept: 'No se deshicieron',
} as const
export type BatchPart = keyof typeof batchParts

export const batchLimits = {
  /** Of a file. */
  bytes: 5 * 1024 * 1024,
  rows: 5000,
  /** Products that are named one by one. */
  ids: 500,
  /** Characters. */
  reason: 500,
  title: 120,
  /** Of a category or a brand. */
  filter: 200,
  /** By which a price can change. */
  amount: 1_000_000_000,
  /** Days ahead for which a change can be scheduled. */
  days: 365,
}

/** How a new price is rounded, to the nearest. */
export const roundings = {
  none: 'Sin redondear',
  unit: 'A la unidad',
  ten: 'A la decena',
  hundred: 'A la centena',
  ninetyNine: 'Terminado en ,99',
} as const
export type Rounding = keyof typeof roundings
/** value: of 100 the part, or an amount of the shop's currency; with a minus it lowers the price. At most two decimals. */
export type PriceRule = { by: 'percent' | 'amount'; value: number; rounding: Rounding }
