// Explains the core's known errors to operators, in one Spanish sentence.

import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { OtherSchema } from '#backend/db/schema-age.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { WrongMasterKey } from '#backend/eventstore/log/keyring.ts'
import { LogNotContiguous } from '#backend/eventstore/log/reads/log-pages.ts'
import { CutOverGaveUp } from '#backend/eventstore/projections/cut-over.ts'

const wrongKey = 'Unsupported state or unable to authenticate data'

export function knownFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof WrongMasterKey || error.message === wrongKey || isSealedOtherwise(error))
    return 'DATA_KEY no es la de esta base de datos: las claves de las personas no se pueden abrir.'
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

function isSealedOtherwise(error: Error): boolean {
  return error instanceof Undecodable && error.reason === wrongKey
}

function isMissingInSchema(error: Error): boolean {
  const { invalidSchemaName, undefinedTable, undefinedColumn, undefinedFunction } = pgErrors
  return hasErrorCode(error, invalidSchemaName, undefinedTable, undefinedColumn, undefinedFunction)
}
