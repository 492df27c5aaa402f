// The codes of PostgreSQL's errors that the shop acts on, by their names in its documentation (Appendix A).

export const pgErrors = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  invalidCatalogName: '3D000',
  invalidSchemaName: '3F000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  duplicateObject: '42710',
  undefinedColumn: '42703',
  undefinedFunction: '42883',
  undefinedTable: '42P01',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  internalError: 'XX000',
} as const

/** The code of an error of PostgreSQL or of the system (ECONNREFUSED); of several tries, the first one's. undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether an error carries one of these codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '')
}

/**
 * The connection is gone, or the server is stopping or starting, or ended a session that was silent for too long: PostgreSQL's classes 08 and
 * 57P, 25P03 and 25P04, and what the system says of sockets.
 */
export function isConnectionLost(error: unknown): boolean {
  return /^(08...|57P0[1235]|25P0[34]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(errorCode(error) ?? '')
}
