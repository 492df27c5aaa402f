import { errorCode, hasErrorCode, isConnectionLost, pgErrors } from './pg-errors.ts'

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nadie escucha en esa dirección',
  ENOENT: 'nadie escucha en esa dirección',
  ENOTFOUND: 'ese servidor no existe',
  EAI_AGAIN: 'ese servidor no existe',
  ETIMEDOUT: 'el servidor no contesta',
  EHOSTUNREACH: 'no hay camino hasta el servidor',
  ECONNRESET: 'el servidor cortó la conexión',
  [pgErrors.invalidPassword]: 'el usuario o la contraseña no son correctos',
  [pgErrors.invalidAuthorization]: 'ese usuario no puede entrar',
  [pgErrors.invalidCatalogName]: 'esa base de datos no existe',
  [pgErrors.tooManyConnections]: 'el servidor no admite más conexiones',
  [pgErrors.adminShutdown]: 'el servidor se está deteniendo',
  [pgErrors.crashShutdown]: 'el servidor se está deteniendo',
  [pgErrors.cannotConnectNow]: 'el servidor está arrancando',
}

export function isUnreachable(error: unknown): boolean {
  const { invalidAuthorization, invalidPassword, invalidCatalogName, tooManyConnections } = pgErrors
  return (
    isConnectionLost(error) ||
    hasErrorCode(error, invalidAuthorization, invalidPassword, invalidCatalogName, tooManyConnections)
  )
}

/** A Spanish reason without the address. */
export function unreachableReason(error: unknown): string {
  return reasons[errorCode(error) ?? ''] ?? 'el servidor no contesta como PostgreSQL'
}
