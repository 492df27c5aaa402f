import type { Act } from '#backend/domain/operation/operation.limits.ts'
import type { Subscription } from '#frontend/api.ts'

type ActWords = {
  label: string
  /** Shown before confirming; absent: runs at once. */
  warning?: string
  isDanger?: boolean
}

export const actWords: Record<Act, ActWords> = {
  'dry-run': { label: 'Comparar con el registro' },
  rebuild: {
    label: 'Reconstruir',
    warning:
      'Hace las filas de nuevo desde el registro, al lado de las que se muestran, y al final las cambia. La tienda sigue atendiendo, y las filas de antes se guardan 24 horas.',
  },
  hold: {
    label: 'Reconstruir sin mostrar',
    warning: 'Hace las filas de nuevo y las deja listas, sin mostrarlas hasta que lo pidas.',
  },
  cancel: {
    label: 'Cancelar la reconstrucción',
    warning: 'Lo que se hizo hasta ahora se tira. Lo que se muestra queda como está.',
    isDanger: true,
  },
  'cut-over': {
    label: 'Mostrar las filas nuevas',
    warning: 'Las páginas muestran las filas nuevas desde ese momento.',
  },
  rollback: {
    label: 'Volver a las filas de antes',
    warning:
      'Las páginas muestran otra vez las filas de antes de la última reconstrucción. Pedido de nuevo, las nuevas.',
    isDanger: true,
  },
  pause: {
    label: 'Pausar',
    warning: 'Deja de seguir al registro: lo que se muestra se queda atrás hasta que lo reanudes.',
    isDanger: true,
  },
  resume: { label: 'Reanudar' },
  retry: { label: 'Reintentar' },
  skip: {
    label: 'Omitir',
    warning: 'Ese evento queda fuera para siempre, también en cada reconstrucción.',
    isDanger: true,
  },
  verify: { label: 'Verificar' },
  'retry-job': { label: 'Reintentar' },
  'drop-job': {
    label: 'Descartar',
    warning: 'El trabajo no se hace más. Fijate antes si lo que tenía que pasar hay que hacerlo de otra manera.',
    isDanger: true,
  },
}

/** Operations that fit a row's state. `all`: every row of that name. */
export function actsFor(row: Subscription, all: readonly Subscription[]): Act[] {
  const same = all.filter(({ name }) => name === row.name)
  const pausing: Act = row.paused ? 'resume' : 'pause'
  if (row.state === 'building') return ['cancel']
  if (row.state === 'ready') return ['cut-over', 'cancel']
  if (row.state === 'kept') return []
  if (row.kind === 'reactor') return [pausing]
  const isBuilding = same.some(({ state }) => state === 'building' || state === 'ready')
  const isKept = same.some(({ state }) => state === 'kept')
  return [
    'dry-run',
    ...(isBuilding ? [] : (['rebuild', 'hold'] as const)),
    ...(isKept ? (['rollback'] as const) : []),
    pausing,
  ]
}
