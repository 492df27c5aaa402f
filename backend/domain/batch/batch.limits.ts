/** Part of stored events: never remove one. */
export const batchKinds = { import: 'Importación', prices: 'Cambio de precios', conversion: 'Conversión' } as const
export type BatchKind = keyof typeof batchKinds

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
  bytes: 5 * 1024 * 1024,
  rows: 5000,
  ids: 500,
  reason: 500,
  title: 120,
  filter: 200,
  amount: 1_000_000_000,
  days: 365,
}

export const roundings = {
  none: 'Sin redondear',
  unit: 'A la unidad',
  ten: 'A la decena',
  hundred: 'A la centena',
  ninetyNine: 'Terminado en ,99',
} as const
export type Rounding = keyof typeof roundings
/** `value`: a percentage, or an amount in the shop's currency; negative lowers the price. At most two decimals. */
export type PriceRule = { by: 'percent' | 'amount'; value: number; rounding: Rounding }
