// Explains a projection's failure in one Spanish sentence with advice.

import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { ContractBroken } from '#backend/eventstore/projections/generation.ts'
import { RebuildCancelled } from '#backend/eventstore/projections/generation-builder.ts'
import { RebuildStopped } from '#backend/eventstore/projections/log-fold.ts'
import { NothingKept, RebuildBusy } from '#backend/eventstore/projections/rebuild.ts'
import { knownFailure } from './known-failure.ts'

export function projectionFailure(error: unknown, name: string): string | undefined {
  if (error instanceof RebuildBusy) return `Otro proceso ya reconstruye ${name}.`
  if (error instanceof RebuildCancelled) return `La reconstrucción de ${name} fue cancelada.`
  if (error instanceof RebuildStopped) return `La reconstrucción se detuvo y no cambió nada: ${name}, ${stopOf(error)}.`
  if (error instanceof ContractBroken)
    return `No se puede mostrar la versión nueva de ${name}: la vista muestra ${error.columns.join(', ')}, que ya no tiene o tiene de otro tipo; la proyección necesita otro nombre.`
  if (error instanceof NothingKept) return `De ${name} no se guarda ninguna generación anterior.`
  if (error instanceof NotFed)
    return `Las filas de ${name} son de otra versión, o no están al día: hay que hacerlo desde esa versión del programa.`
  return knownFailure(error)
}

function stopOf({ poisoned }: RebuildStopped): string {
  if (!poisoned) return 'las filas nuevas no salieron como dice el registro'
  return `fila ${poisoned.key}, posición ${poisoned.position}: «${poisoned.error}»`
}
