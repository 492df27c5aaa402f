// Whether an error says that the database is not there, and not that something is wrong with what was asked.

const noServer =
  /^(08...|28...|3D000|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN)$/

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nadie escucha en esa dirección',
  ENOTFOUND: 'ese servidor no existe',
  EAI_AGAIN: 'ese servidor no existe',
  ETIMEDOUT: 'el servidor no contesta',
  EHOSTUNREACH: 'no hay camino hasta el servidor',
  ECONNRESET: 'el servidor cortó la conexión',
  '28P01': 'el usuario o la contraseña no son correctos',
  '28000': 'ese usuario no puede entrar',
  '3D000': 'esa base de datos no existe',
  '53300': 'el servidor no admite más conexiones',
  '57P01': 'el servidor se está deteniendo',
  '57P02': 'el servidor se está deteniendo',
  '57P03': 'el servidor está arrancando',
}

/** Nobody listens there, the server is starting or stopping, or it does not let us in. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === undefined
    ? /connection terminated|timeout expired|timeout exceeded when trying to connect/i.test(error.message)
    : noServer.test(code)
}

/** Why the database cannot be reached, in Spanish and without its address. */
export function unreachableReason(error: unknown): string {
  return reasons[codeOf(error) ?? ''] ?? 'el servidor no contesta como PostgreSQL'
}

/** The code of an error, or of the first of several tries. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
