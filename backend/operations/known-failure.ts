// Explains the core's known errors, and those of a projection, to operators: in one Spanish sentence with advice.
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { OtherSchema } from '#backend/db/schema-age.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { WrongMasterKey } from '#backend/eventstore/log/keyring.ts'
import { LogNotContiguous } from '#backend/eventstore/log/reads/log-pages.ts'
import { CutOverGaveUp, NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { ContractBroken } from '#backend/eventstore/projections/generation.ts'
import { RebuildCancelled } from '#backend/eventstore/projections/generation-builder.ts'
import { RebuildStopped } from '#backend/eventstore/projections/log-fold.ts'
import { NothingKept, RebuildBusy } from '#backend/eventstore/projections/rebuild.ts'

const wrongKey = 'Unsupported state or unable to authenticate data'
const otherKey = 'DATA_KEY no es la de esta base de datos: las claves de las personas no se pueden abrir.'

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

export function knownFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof WrongMasterKey || error.message === wrongKey) return otherKey
  if (error instanceof Undecodable && error.reason === wrongKey) return otherKey
  if (error instanceof Undecodable)
    return `Este programa no puede leer el evento ${error.position} de ${error.stream}: «${error.reason}».`
  if (error instanceof CutOverGaveUp)
    return `Las lecturas en curso no dejaron cambiar lo que se muestra de ${error.projection}: todo sigue como estaba y las filas nuevas quedan listas; la misma orden lo intenta de nuevo.`
  if (error instanceof LogNotContiguous) return 'Al registro le faltan posiciones: npm run ops -- verify dice cuáles.'
  if (error instanceof OtherSchema) return error.message
  if (isMissingInSchema(error))
    return 'La base de datos no tiene lo que este programa busca: su esquema es de otra versión.'
  return undefined
}

function isMissingInSchema(error: Error): boolean {
  const { invalidSchemaName, undefinedTable, undefinedColumn, undefinedFunction } = pgErrors
  return hasErrorCode(error, invalidSchemaName, undefinedTable, undefinedColumn, undefinedFunction)
}
