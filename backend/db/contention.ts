// Whether an error says that others held what was asked for too long, so that the same call may well succeed a moment later.

/** lock_not_available, query_canceled (a statement's time was over), serialization_failure, deadlock_detected. */
const codes: ReadonlySet<unknown> = new Set(['55P03', '57014', '40001', '40P01'])

export function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  // The driver's own limit on a query has no code.
  return code === undefined ? error.message === 'Query read timeout' : codes.has(code)
}
