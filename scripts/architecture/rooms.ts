// The walls of the house as data: what each room may import. Places are folders (end in /), suffixes (begin with *) or files.

export interface Room {
  readonly room: string
  /** Places of the project it may import from, besides itself. */
  readonly may: readonly string[]
  /** Places it may import types from, but no values. */
  readonly mayTypes?: readonly string[]
  /** Packages it may import; `node:` means all of Node's own modules. */
  readonly packages: readonly string[] | 'any'
}

const values = ['backend/domain/money.ts', 'backend/domain/rejection.ts']
const facts = [...values, '*.events.ts', 'backend/domain/events.ts']
/** How an application declares itself to the event store: pure, so that the domain may know it. */
const definition = 'backend/eventstore/definition/'
const log = 'backend/telemetry/log.ts'

/** From the innermost room outwards; the first row whose place holds a file is its room. */
export const rooms: readonly Room[] = [
  { room: definition, may: [], packages: ['zod'] },
  { room: 'backend/domain/given.ts', may: ['backend/domain/', definition], packages: ['zod', 'vitest'] },
  { room: 'backend/domain/', may: [definition], packages: ['zod'] },
  { room: 'backend/config/', may: [], packages: ['node:', 'zod'] },
  { room: 'backend/telemetry/request-context.ts', may: [], packages: ['node:'] },
  { room: 'backend/telemetry/redaction.ts', may: [], packages: [] },
  {
    room: 'backend/telemetry/log.ts',
    may: ['backend/telemetry/redaction.ts', 'backend/telemetry/request-context.ts'],
    packages: ['pino'],
  },
  { room: 'backend/db/', may: ['backend/config/secret-file.ts'], packages: ['node:', 'kysely', 'pg', 'pg-boss'] },
  {
    room: 'backend/eventstore/log/',
    may: [definition],
    packages: ['node:', 'pg'],
  },
  { room: 'backend/eventstore/schema/', may: [definition, 'backend/eventstore/log/'], packages: ['node:', 'zod'] },
  { room: 'backend/eventstore/commands/', may: [definition, 'backend/eventstore/log/'], packages: ['node:'] },
  {
    room: 'backend/eventstore/projections/',
    may: [definition, 'backend/eventstore/log/', 'backend/eventstore/commands/', 'backend/db/'],
    packages: ['node:', 'pg', 'pg-copy-streams'],
  },
  {
    room: 'backend/eventstore/subscriptions/',
    may: [definition, 'backend/eventstore/log/', 'backend/eventstore/projections/'],
    packages: ['node:', 'pg'],
  },
  {
    room: 'backend/readmodels/',
    // The two rules are folds that a row shows as they are; nothing here decides.
    may: [
      'backend/db/',
      'backend/eventstore/',
      ...facts,
      'backend/domain/cart/cart.ts',
      'backend/domain/stock/stock.ts',
    ],
    packages: ['node:', 'kysely', 'pg', 'zod'],
  },
  {
    room: 'backend/identity/',
    may: ['backend/db/', 'backend/eventstore/', log, 'backend/domain/', 'backend/gateways/'],
    packages: ['node:', 'kysely', 'pg', 'jose', 'zod', 'rate-limiter-flexible'],
  },
  { room: 'backend/gateways/payment-wallet/fake/', may: ['backend/db/', 'backend/gateways/'], packages: 'any' },
  { room: 'backend/gateways/mailer/fake/', may: ['backend/db/', 'backend/gateways/'], packages: 'any' },
  {
    room: 'backend/gateways/',
    may: ['backend/db/', log, ...values],
    packages: ['node:', 'zod', 'kysely', 'pg', 'mercadopago', 'nodemailer', 'jose'],
  },
  {
    room: 'backend/commands/',
    may: [
      ...['backend/domain/', 'backend/eventstore/', 'backend/readmodels/', 'backend/identity/', 'backend/gateways/'],
      ...['backend/db/', log],
    ],
    packages: ['node:', 'kysely', 'pg'],
  },
  {
    room: 'backend/policies/',
    may: ['backend/domain/', 'backend/eventstore/', 'backend/jobs/queue.ts'],
    packages: ['node:'],
  },
  {
    room: 'backend/jobs/',
    may: [
      ...['backend/commands/', 'backend/gateways/', 'backend/eventstore/', 'backend/readmodels/', 'backend/domain/'],
      ...['backend/identity/', 'backend/db/', log, 'backend/telemetry/request-context.ts'],
    ],
    packages: ['node:', 'kysely', 'pg', 'pg-boss', 'zod'],
  },
  {
    room: 'backend/http/',
    may: [
      ...['backend/domain/', 'backend/eventstore/', 'backend/readmodels/', 'backend/commands/', 'backend/identity/'],
      ...['backend/gateways/', 'backend/jobs/', 'backend/db/', log, 'backend/telemetry/request-context.ts'],
    ],
    mayTypes: ['backend/config/config.ts'],
    packages: ['node:', 'hono', '@hono/node-server', '@hono/zod-validator', 'zod', 'jose', 'kysely', 'pg'],
  },
  {
    room: 'backend/telemetry/',
    // It listens to the others' channels; nobody but server.ts knows it.
    may: ['backend/eventstore/', 'backend/http/', 'backend/jobs/'],
    packages: ['node:', 'pg', 'prom-client', '@opentelemetry'],
  },
  { room: 'backend/', may: ['backend/'], packages: 'any' },
  {
    room: 'frontend/ui/',
    may: [],
    packages: ['react', 'react-dom', '@tanstack/react-router', 'radix-ui', 'lucide-react', 'sonner'],
  },
  {
    room: 'frontend/features/',
    may: ['frontend/ui/', 'frontend/*', '*.contract.ts'],
    mayTypes: ['backend/http/'],
    packages: 'any',
  },
  {
    room: 'frontend/layout/',
    may: ['frontend/ui/', 'frontend/features/', 'frontend/*'],
    mayTypes: ['backend/http/'],
    packages: 'any',
  },
  {
    room: 'frontend/screens/',
    may: ['frontend/ui/', 'frontend/features/', 'frontend/layout/', 'frontend/*', '*.contract.ts'],
    mayTypes: ['backend/http/'],
    packages: 'any',
  },
  { room: 'frontend/', may: ['frontend/', '*.contract.ts'], mayTypes: ['backend/http/'], packages: 'any' },
  { room: 'scripts/', may: ['scripts/', 'backend/', 'frontend/'], packages: 'any' },
]

/** Names that say nothing about what is inside. */
export const drawerNames: ReadonlySet<string> = new Set([
  ...['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc', 'types', 'constants'],
  ...['services', 'managers', 'base', 'index'],
])

/** Whether `path` lies in `place`: in a folder, directly in one (`x/*`), under a suffix, or is that file. */
export function isIn(path: string, place: string): boolean {
  if (place.startsWith('*')) return path.endsWith(place.slice(1))
  if (place.endsWith('/*')) return path.startsWith(place.slice(0, -1)) && !path.slice(place.length - 1).includes('/')
  return place.endsWith('/') ? path.startsWith(place) : path === place
}
