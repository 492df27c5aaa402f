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

/** Code of a PostgreSQL or system error (ECONNREFUSED); for an AggregateError, the first one's. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '')
}

/** PostgreSQL's classes 22 (data) and 23 (constraints): fails in any session. */
export function isDataError(error: unknown): boolean {
  return /^2[23]...$/.test(errorCode(error) ?? '')
}

export const networkTimeout = 'ETIMEDOUT'

/** PostgreSQL's classes 08 and 57P, idle timeouts 25P03 and 25P04, and the system's socket and name errors. */
const lostCodes =
  /^(08...|57P..|25P0[34]|ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
const lostMessages =
  /connection (terminated|error)|not queryable|timeout expired|timeout exceeded when trying to connect/i

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return code === undefined ? lostMessages.test(error.message) : lostCodes.test(code) || isConnectFailure(error)
}

function isConnectFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return isConnectFailure(error.errors[0])
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
}

export function isConnectTimeout(error: unknown): boolean {
  if (isDriverTimeout(error) || hasErrorCode(error, networkTimeout)) return true
  return errorCode(error) === undefined && error instanceof Error && /timeout/i.test(error.message)
}

/** The driver's own query timeout, which has no code; the query's outcome is unknown. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === undefined && error.message === 'Query read timeout'
}
