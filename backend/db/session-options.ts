// What a session is given as it begins: the application's role, and how long the server lets it take. All limits in milliseconds.
const settings = {
  statementMs: 'statement_timeout',
  /** Longest wait for a lock. */
  lockMs: 'lock_timeout',
  /** Longest silence inside a transaction. */
  transactionSilenceMs: 'idle_in_transaction_session_timeout',
  /** Longest silence outside one. */
  silenceMs: 'idle_session_timeout',
} as const

export type SessionLimits = Partial<Record<keyof typeof settings, number>>

/** The `options` of a connection. 'application' drops to the least-privileged role, 'owner' keeps the login's own rights. */
export function sessionOptions(
  as: 'application' | 'owner',
  limits: SessionLimits = {},
  serves: 'writes' | 'reads' = 'writes',
): string {
  const given = Object.entries(settings).flatMap(([name, setting]) => {
    const ms = limits[name as keyof SessionLimits]
    return ms === undefined ? [] : [`${setting}=${ms}`]
  })
  const role = as === 'application' ? ['role=gamertech_app'] : []
  const readOnly = serves === 'reads' ? ['default_transaction_read_only=on'] : []
  return [...role, ...readOnly, ...given].map((option) => `-c ${option}`).join(' ')
}
