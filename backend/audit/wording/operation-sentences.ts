import type { Act, Outcome } from '#backend/domain/operation/operation.limits.ts'
import { ofKind } from './entries.ts'

const acts: Readonly<Record<Act, string>> = {
  'dry-run': 'comparar con el registro',
  rebuild: 'reconstruir',
  hold: 'reconstruir sin mostrar',
  cancel: 'cancelar la reconstrucción',
  'cut-over': 'mostrar las filas nuevas',
  rollback: 'volver a las filas de antes',
  pause: 'pausar',
  resume: 'reanudar',
  retry: 'reintentar lo apartado',
  skip: 'omitir un hecho',
  verify: 'verificar',
  'retry-job': 'volver a intentar un trabajo fallido',
  'drop-job': 'descartar un trabajo fallido',
}
const outcomes: Readonly<Record<Outcome, string>> = {
  done: 'terminó',
  differs: 'terminó con diferencias',
  failed: 'no se pudo',
  cancelled: 'se canceló',
}

export const operationEntries = ofKind('system', {
  DeadLetterSkipped: ({ projection, key, position, reason }) => [
    `La vista ${projection} deja de lado el hecho ${position} para la fila ${key}.`,
    reason,
  ],
  DeadLettersRetried: ({ projection, keys }) => `La vista ${projection} volvió a armar las filas ${keys.join(', ')}.`,
  OperationRequested: ({ act, target, reason }) => [
    `Se pidió ${acts[act]}: ${target === 'all' ? 'todo' : target}.`,
    reason,
  ],
  OperationEnded: ({ outcome, detail }) => `Una operación ${outcomes[outcome]}: ${detail}`,
})
