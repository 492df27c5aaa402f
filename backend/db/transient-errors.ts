// Whether the database refused for now and not for good, so that the same call may well succeed later.
import { errorCode, hasErrorCode, isDriverTimeout, pgErrors } from './pg-errors.ts'
import { isUnreachable } from './unreachable.ts'

/** Others held what the call needs for too long. */
export function isContention(error: unknown): boolean {
  return (
    isDriverTimeout(error) ||
    hasErrorCode(
      error,
      ...[pgErrors.lockNotAvailable, pgErrors.queryCanceled, pgErrors.serializationFailure, pgErrors.deadlockDetected],
    )
  )
}

/** The database cannot do it now: it is away, starting or stopping, read-only, or out of memory, disk space or connections (class 53). */
export function isOutage(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    hasErrorCode(error, pgErrors.readOnlyTransaction) ||
    (errorCode(error) ?? '').startsWith('53')
  )
}
