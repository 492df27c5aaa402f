// The codes of PostgreSQL's errors that the shop acts on, by their names in its documentation (Appendix A).

export const pgErrors = {
  featureNotSupported: '0A000',
  uniqueViolation: '23505',
  checkViolation: '23514',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  invalidCatalogName: '3D000',
  invalidSchemaName: '3F000',
  readOnlyTransaction: '25006',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  duplicateObject: '42710',
  undefinedColumn: '42703',
  undefinedFunction: '42883',
  undefinedTable: '42P01',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
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

/** The database refuses what it was given, whichever session gives it: PostgreSQL's classes 22 (data) and 23 (constraints). */
export function isDataError(error: unknown): boolean {
  return /^2[23]...$/.test(errorCode(error) ?? '')
}

/** The system's word for a network that says nothing. */
export const networkTimeout = 'ETIMEDOUT'

/** PostgreSQL's classes 08 and 57P, 25P03 and 25P04 (a session ended for its silence), and what the system says of sockets and names. */
const lostCodes =
  /^(08...|57P..|25P0[34]|ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says without a code. */
const lostMessages =
  /connection (terminated|error)|not queryable|timeout expired|timeout exceeded when trying to connect/i

/** There is no connection, or it is gone with what was under way; or the server is stopping or starting. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return code === undefined ? lostMessages.test(error.message) : lostCodes.test(code) || isConnectFailure(error)
}

/** Whatever kept the system from connecting: also a socket's file that is not there, and a process that may open no more. */
function isConnectFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return isConnectFailure(error.errors[0])
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
}

/** A new connection got no answer, neither from the server nor from the network. */
export function isConnectTimeout(error: unknown): boolean {
  if (isDriverTimeout(error) || hasErrorCode(error, networkTimeout)) return true
  return errorCode(error) === undefined && error instanceof Error && /timeout/i.test(error.message)
}

/** The driver's own limit on a query, which has no code: what became of the query is unknown. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === undefined && error.message === 'Query read timeout'
}
