// Sentences about operators' acts.
import type { OperationEvent } from '#backend/domain/operation/operation.events.ts'
import type { Act, Outcome } from '#backend/domain/operation/operation.limits.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { Entries } from './entries.ts'

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

export const operationEntries: Entries<OperatorEvent | OperationEvent> = {
  DeadLetterSkipped: {
    kind: 'system',
    says: ({ projection, key, position }) =>
      `La vista ${projection} deja de lado el hecho ${position} para la fila ${key}.`,
    why: ({ reason }) => reason,
  },
  DeadLettersRetried: {
    kind: 'system',
    says: ({ projection, keys }) => `La vista ${projection} volvió a armar las filas ${keys.join(', ')}.`,
  },
  OperationRequested: {
    kind: 'system',
    says: ({ act, target }) => `Se pidió ${acts[act]}: ${target === 'all' ? 'todo' : target}.`,
    why: ({ reason }) => reason,
  },
  OperationEnded: { kind: 'system', says: ({ outcome, detail }) => `Una operación ${outcomes[outcome]}: ${detail}` },
}
