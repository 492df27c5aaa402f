// Checks the use of database tables by rooms: owners as data, and a rule for names in SQL and Kysely.
import type { ParsedFile } from './parsed-file.ts'
import { isIn, isTest, isTestMachinery, type Violation } from './source-file.ts'

const owners: Readonly<Record<string, string>> = {
  es: 'backend/eventstore/',
  keys: 'backend/eventstore/',
  rm: 'backend/readmodels/',
  auth: 'backend/identity/',
  job: 'backend/jobs/',
  operation: 'backend/operations/',
  batch: 'backend/batches/',
  fake_wallet: 'backend/gateways/payment-wallet/fake/',
  fake_mailbox: 'backend/gateways/mailer/fake/',
}

export interface Reader {
  readonly place: string
  readonly schemas: readonly string[]
  readonly why: string
}

export const readers: readonly Reader[] = [
  { place: 'backend/ops/verify/', schemas: ['es', 'keys', 'auth', 'job'], why: 'compares everything with the log' },
  { place: 'backend/ops/transfer/', schemas: ['es', 'keys', 'auth'], why: 'carries a whole log into a database' },
  { place: 'backend/audit/', schemas: ['es'], why: 'finds events by what an auditor asks for' },
  {
    place: 'backend/ops/inspect/',
    schemas: ['es', 'keys', 'auth', 'rm'],
    why: 'looks in ways that no command or page needs',
  },
  { place: 'backend/telemetry/log-gauges.ts', schemas: ['es'], why: 'one look at all that processes share' },
  { place: 'scripts/bench/', schemas: ['es', 'rm'], why: 'measures the tables themselves' },
  { place: 'scripts/fault-injection/', schemas: ['es', 'job'], why: 'judges what is left after a crash' },
]

const schema = `(${Object.keys(owners).join('|')})`
const inSql = new RegExp(
  `(?:\\b(?:from|join|into|update|table|truncate|only|select|perform)\\s+|,\\s*)(${schema}\\.\\w+)`,
  'gi',
)
const inKysely = new RegExp(`(?:selectFrom|insertInto|updateTable|deleteFrom|Join)\\('(${schema}\\.\\w+)`, 'g')

function namedTables({ text, strings }: ParsedFile) {
  const code = text.split('\n').map((each, at) => ({ line: at + 1, text: each }))
  const named = (lines: readonly { line: number; text: string }[], pattern: RegExp) =>
    lines.flatMap((each) =>
      [...each.text.matchAll(pattern)].map(([, table = '', name = '']) => ({ line: each.line, table, schema: name })),
    )
  return [...named(strings, inSql), ...named(code, inKysely)]
}

/** Reports tables named outside their room, and unused permissions. Tests may read anything. */
export function tableProblems(files: readonly ParsedFile[], allowed = readers): Violation[] {
  const code = files.filter(({ path }) => !isTest(path) && !isTestMachinery(path))
  return code.flatMap((file) =>
    namedTables(file).flatMap(({ line, table, schema: name }): Violation[] => {
      const owner = owners[name] ?? ''
      const isAllowed = allowed.some(({ place, schemas }) => isIn(file.path, place) && schemas.includes(name))
      if (isIn(file.path, owner) || isAllowed) return []
      return [{ rule: 'tables', path: file.path, line, problem: `${table} belongs to ${owner}` }]
    }),
  )
}

export function unusedReaders(files: readonly ParsedFile[], allowed = readers): Violation[] {
  return allowed.flatMap(({ place, schemas }) => {
    const inside = files.filter(({ path }) => isIn(path, place))
    const named = new Set(inside.flatMap(namedTables).map((each) => each.schema))
    const unused = schemas.filter((name) => !named.has(name))
    return unused.map((name) => {
      const problem = `${place} may read ${name}.*, which nothing there needs`
      return { rule: 'unused grant', path: 'scripts/architecture/tables.ts', line: 1, problem }
    })
  })
}
