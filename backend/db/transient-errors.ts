import { errorCode, hasErrorCode, isDriverTimeout, pgErrors } from './pg-errors.ts'
import { isUnreachable } from './unreachable.ts'

export function isContention(error: unknown): boolean {
  return (
    isDriverTimeout(error) ||
    hasErrorCode(
      error,
      ...[pgErrors.lockNotAvailable, pgErrors.queryCanceled, pgErrors.serializationFailure, pgErrors.deadlockDetected],
    )
  )
}

/** The database is unavailable for now: starting, stopping, read-only, or out of resources (class 53). */
export function isOutage(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    hasErrorCode(error, pgErrors.readOnlyTransaction) ||
    (errorCode(error) ?? '').startsWith('53')
  )
}
