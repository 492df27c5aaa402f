// Settings of a new session: role and time limits, in milliseconds.
const settings = {
  statementMs: 'statement_timeout',
  lockMs: 'lock_timeout',
  transactionSilenceMs: 'idle_in_transaction_session_timeout',
  silenceMs: 'idle_session_timeout',
} as const

export type SessionLimits = Partial<Record<keyof typeof settings, number>>

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
