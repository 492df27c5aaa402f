// The house's walls as data: contents and permitted imports of each room. Places are folders (end in /), their direct
// files (end in /*), suffixes (begin with *) or files.
import { batchRooms } from './rooms/batches.ts'
import { frontendRooms } from './rooms/frontend.ts'
import { gatewayRooms } from './rooms/gateways.ts'

export interface Room {
  readonly room: string
  /** One sentence for docs/ROOMS.md. */
  readonly holds: string
  readonly may: readonly string[]
  readonly mayTypes?: readonly string[]
  readonly packages: readonly string[]
  /** Additional imports of its tests, besides every `testing` folder. */
  readonly tests?: { readonly may?: readonly string[]; readonly packages?: readonly string[] }
}

export const testPackages = ['vitest', 'fast-check', 'playwright', '@axe-core/playwright', 'sharp', 'node:']

const money = 'backend/domain/money.ts'
/** Pure declarations of an application to the event store, so the domain may know them. */
const definition = 'backend/eventstore/definition/'
/** The backend's only values that the browser may import. */
const limits = '*.limits.ts'
const log = 'backend/telemetry/log.ts'
const inBackend = (...parts: string[]) => parts.map((part) => `backend/${part}`)
/** Parts of the store. Only `backend/commands` may use its `commands/`. */
const ofStore = (...parts: string[]) => parts.map((part) => `backend/eventstore/${part}`)
const shopStore = 'backend/shop-store.ts'
const requestContext = 'backend/telemetry/request-context.ts'

/** Innermost first; a file belongs to the first row that matches. */
export const rooms: readonly Room[] = [
  {
    room: definition,
    holds: 'how an application declares its log, pure ([002](decisions/002-commands.md))',
    may: [],
    packages: ['zod'],
  },
  { room: limits, holds: 'what the API and the browser share: plain, as each browser loads it', may: [], packages: [] },
  {
    room: 'backend/domain/',
    holds: 'the rules, a folder a noun: its events as stored, its decider, its contract (what may come over the wire)',
    may: [definition],
    packages: ['zod', '@zxcvbn-ts/language-common'],
    tests: { may: ['backend/eventstore/log/stream-id.ts'] },
  },
  {
    room: 'backend/config/',
    holds: 'the only reader of the environment; one sentence for each mistake in it',
    may: [limits],
    packages: ['node:', 'zod'],
  },
  { room: requestContext, holds: 'which request or job the running code belongs to', may: [], packages: ['node:'] },
  { room: 'backend/telemetry/redaction.ts', holds: 'what a log line must not say', may: [], packages: [] },
  {
    room: log,
    holds: 'lines for the operator',
    may: ['backend/telemetry/redaction.ts', requestContext],
    packages: ['pino'],
  },
  {
    room: 'backend/db/',
    holds: 'connections, transactions, migrations, the embedded PostgreSQL',
    may: ['backend/config/secret-file.ts'],
    packages: ['node:', 'pg', 'pg-boss'],
  },
  {
    room: 'backend/eventstore/log/',
    holds: 'streams, codec, keys of persons, the append queue, notifications, partitions',
    may: [
      ...[definition, ...inBackend('db/locks.ts', 'db/pg-errors.ts', 'db/primary-check.ts')],
      ...inBackend('db/session-options.ts', 'db/transaction.ts', 'db/waits/silent-network.ts'),
    ],
    packages: ['node:', 'pg'],
    tests: { packages: ['zod'] },
  },
  {
    room: 'backend/eventstore/schema/',
    holds: 'whether today’s events still read every event that was ever published',
    may: [definition, 'backend/eventstore/log/'],
    packages: ['node:', 'zod'],
  },
  {
    room: 'backend/eventstore/commands/',
    holds: 'load, decide, append, try again; the queue of a stream',
    may: [definition, 'backend/eventstore/log/'],
    packages: ['node:'],
  },
  {
    room: 'backend/eventstore/projections/',
    holds: 'events to rows: generations, rebuild, cut-over, dead letters, comparing rows with the log',
    may: [definition, 'backend/eventstore/log/', 'backend/eventstore/commands/', 'backend/db/'],
    packages: ['node:', 'pg', 'pg-copy-streams'],
    tests: { may: ['backend/eventstore/subscriptions/parked/'] },
  },
  {
    room: 'backend/eventstore/subscriptions/',
    holds: 'the pump that hands each page of the log to projections and reactors, its leader, positions',
    may: ['backend/eventstore/log/', 'backend/eventstore/projections/', 'backend/db/'],
    packages: ['node:', 'pg'],
    tests: { may: ['backend/eventstore/commands/handle-command.ts'] },
  },
  { room: 'backend/eventstore/*', holds: 'opens a store', may: ['backend/eventstore/', 'backend/db/'], packages: [] },
  {
    room: shopStore,
    holds: 'the store and the context of a command, typed for the shop’s log',
    may: [],
    mayTypes: ['backend/domain/shop-log.ts', ...ofStore('log/event-store.ts', 'commands/command.ts')],
    packages: [],
  },
  {
    room: 'backend/readmodels/',
    holds: 'what is shown: a projection and its queries for each noun',
    may: [
      ...['backend/eventstore/', 'backend/db/pg-errors.ts', 'backend/db/replicas/', 'backend/db/statements/'],
      ...[money, '*.events.ts', limits],
      ...['backend/domain/cart/cart.ts', 'backend/domain/stock/stock.ts'],
    ],
    mayTypes: ['*.contract.ts'],
    packages: ['node:', 'kysely', 'pg'],
    tests: { may: ['backend/shop.ts'] },
  },
  {
    room: 'backend/identity/',
    holds: 'who is asking: password hashes, sessions, limits of sign-in; accounts are events of `domain/user`',
    may: [...ofStore('log/', 'commands/load-state.ts'), 'backend/domain/', shopStore],
    packages: ['node:', 'pg', 'jose'],
  },
  ...gatewayRooms,
  ...batchRooms,
  {
    room: 'backend/mails/',
    holds: 'what the shop writes to people: one frame, a file a kind of mail',
    may: ['backend/gateways/mailer/mailer.ts', 'backend/domain/money.ts', 'backend/domain/order/order.ts', limits],
    packages: ['hono'],
  },
  {
    room: 'backend/commands/',
    holds: 'what the shop can do: a function for each use case',
    may: [shopStore, log, ...inBackend('domain/', 'eventstore/', 'readmodels/', 'identity/', 'gateways/')],
    packages: ['node:', 'pg'],
    tests: { may: ['backend/shop.ts'] },
  },
  {
    room: 'backend/policies/',
    holds: 'when this happened, do that later: events to jobs, a row an event',
    may: ['backend/domain/', 'backend/eventstore/', 'backend/jobs/queue.ts', 'backend/jobs/job-id.ts'],
    packages: [],
  },
  {
    room: 'backend/jobs/',
    holds: 'the queue (pg-boss) and what each job does',
    may: [
      ...inBackend('domain/', 'commands/', 'gateways/', 'mails/', 'db/'),
      ...[...ofStore('commands/load-state.ts', 'log/hashed-uuid.ts'), shopStore, log, requestContext],
    ],
    packages: ['node:', 'pg', 'pg-boss'],
    tests: { packages: ['smtp-server'] },
  },
  {
    room: 'backend/audit/',
    holds:
      'the log as auditors read it: sentences, pages, entities as they were, causes ([024](decisions/024-audit-and-operations.md))',
    may: [
      ...[definition, shopStore],
      ...inBackend('domain/', 'eventstore/log/', 'db/transaction.ts', 'jobs/jobs-of-events.ts'),
    ],
    packages: ['pg'],
  },
  {
    room: 'backend/operations/',
    holds: 'the machinery behind the pages as admins see it: projections, reactors, jobs, processes',
    may: [
      ...inBackend('domain/', 'eventstore/', 'readmodels/', 'commands/', 'db/', 'shop-store.ts'),
      ...inBackend('jobs/queue.ts', 'jobs/queue-state.ts', 'jobs/failed-jobs.ts'),
    ],
    packages: ['node:', 'pg'],
  },
  {
    room: 'backend/http/',
    holds: 'parse with a contract, know the caller, one command or one query, reply',
    may: [
      ...inBackend('domain/', 'readmodels/', 'commands/', 'identity/', 'audit/', 'operations/', 'gateways/'),
      ...[...inBackend('db/', 'csv/', 'batches/'), shopStore, log, requestContext],
      ...ofStore('log/', 'projections/', 'subscriptions/', 'commands/command.ts', 'commands/load-state.ts'),
    ],
    packages: ['node:', 'hono', '@hono/node-server', '@hono/zod-validator', 'zod', 'lru-cache', 'pg'],
  },
  {
    room: 'backend/telemetry/',
    holds: 'metrics and traces ([list](METRICS.md)), from others’ channels ([026](decisions/026-telemetry.md))',
    may: ['backend/eventstore/', 'backend/http/', 'backend/jobs/'],
    packages: ['node:', 'pg', 'prom-client', '@opentelemetry'],
    tests: { may: ['backend/commands/changes.ts'] },
  },
  {
    room: 'backend/demo/',
    holds: 'products, people and orders for a shop to look at',
    may: [
      ...inBackend('domain/', 'shop-store.ts', 'commands/', 'identity/'),
      ...inBackend('config/secret-file.ts', 'db/locks.ts', 'db/database.ts'),
    ],
    mayTypes: ['backend/shop.ts'],
    packages: ['node:'],
    tests: { may: ['backend/db/', 'backend/readmodels/projections.ts', ...ofStore('projections/')], packages: ['pg'] },
  },
  {
    room: 'backend/ops/',
    holds: 'the operator’s commands: look, verify, rebuild, export, import, erase',
    may: [
      ...inBackend('domain/', 'eventstore/', 'readmodels/', 'commands/', 'policies/', 'audit/', 'config/', 'db/'),
      ...inBackend('jobs/queue.ts', 'jobs/failed-jobs.ts', 'jobs/jobs-of-events.ts', 'operations/', 'batches/'),
      ...[...inBackend('csv/', 'shop.ts', 'shop-batches.ts'), shopStore, log],
    ],
    packages: ['node:', 'pg', 'zod'],
  },
  {
    room: 'backend/*',
    holds: 'the composition: builds every part and starts it',
    may: ['backend/'],
    packages: ['node:', 'hono', '@hono/node-server', 'pg'],
  },
  ...frontendRooms,
  {
    room: 'scripts/',
    holds: 'start, check, test, measure',
    // The fault injection shares the fault proxy.
    may: ['backend/', 'scripts/testing/'],
    packages: [
      ...['node:', 'hono', '@hono/node-server', 'oxc-parser', 'pg', 'vite', 'zod', 'sharp'],
      ...['playwright', 'autocannon', 'fast-check'],
    ],
  },
]
