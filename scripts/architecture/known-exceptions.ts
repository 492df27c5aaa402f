// What breaks a rule of the architecture today. Lines are only ever deleted or lowered here; the check says when.
import type { KnownException } from './exceptions.ts'

export const knownExceptions: readonly KnownException[] = [
  { rule: 'function length', path: 'backend/commands/erase-person.http.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/commands/handle-command.db.test.ts', count: 2 },
  { rule: 'function length', path: 'backend/eventstore/log/append-batch.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/log/append.db.test.ts', count: 2 },
  { rule: 'imports', path: 'backend/eventstore/log/sealing.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/projections/compare-with-log.db.test.ts', count: 2 },
  { rule: 'imports', path: 'backend/eventstore/projections/dead-letters.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/projections/generation-writer.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/projections/rebuild-faults.db.test.ts', count: 2 },
  { rule: 'function length', path: 'backend/eventstore/projections/rebuild.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/projections/rebuild.db.test.ts', count: 2 },
  { rule: 'function length', path: 'backend/eventstore/projections/versions.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/projections/versions.db.test.ts', count: 2 },
  { rule: 'imports', path: 'backend/eventstore/subscriptions/broken-connections.db.test.ts', count: 2 },
  { rule: 'imports', path: 'backend/eventstore/subscriptions/leadership.db.test.ts', count: 2 },
  { rule: 'imports', path: 'backend/eventstore/subscriptions/lease-faults.db.test.ts', count: 2 },
  { rule: 'function length', path: 'backend/eventstore/subscriptions/pump.db.test.ts', count: 1 },
  { rule: 'imports', path: 'backend/eventstore/subscriptions/pump.db.test.ts', count: 2 },
  { rule: 'function length', path: 'backend/http/routes/order-ends.http.test.ts', count: 1 },
  { rule: 'function length', path: 'backend/http/routes/payment.routes.ts', count: 1 },
  { rule: 'function length', path: 'backend/telemetry/tracing.http.test.ts', count: 1 },
]
