// What breaks a rule of the architecture today. Lines are only ever deleted or lowered here; the check says when.
import type { KnownException } from './exceptions.ts'

export const knownExceptions: readonly KnownException[] = [
  { rule: 'function length', path: 'backend/eventstore/projections/versions.db.test.ts', count: 1 },
  { rule: 'function length', path: 'backend/eventstore/subscriptions/pump.db.test.ts', count: 1 },
]
