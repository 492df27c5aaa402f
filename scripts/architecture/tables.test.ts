import { describe, expect, test } from 'vitest'
import { printed, tree } from '#scripts/architecture/testing/tree.ts'
import { tableProblems, unusedReaders } from './tables.ts'

const problemsIn = (files: Record<string, string[]>) => printed(tableProblems(tree(files), []))

describe('tables', () => {
  const cases: [string, string, string | undefined][] = [
    ['a query', "q('select 1 from es.claims')", 'es.claims'],
    ['a join', "q('select 1 from x join rm.users u on true')", 'rm.users'],
    ['a second table', "q('select 1 from x, auth.sessions s')", 'auth.sessions'],
    ['a change', "q('update es.subscriptions set pos = 1')", 'es.subscriptions'],
    ['an insert into', "q('insert into keys.subjects values ($1)')", 'keys.subjects'],
    ['a function', "q('select es.forget_subject($1, $2)')", 'es.forget_subject'],
    ['a template', 'q(`select 1\n  from job.queue`)', 'job.queue'],
    ['Kysely', "db.selectFrom('rm.users as u')", 'rm.users'],
    ['a join of Kysely', "db.leftJoin('rm.purchases as p', 'a', 'b')", 'rm.purchases'],
    ['a comment', '// reads from es.events', undefined],
    ['a name of something else', "span('es.append')", undefined],
    ['a file', "from('./messages.es.ts')", undefined],
  ]
  test.for(cases)('that %s names are found', ([, source, table]) => {
    const found = problemsIn({ 'backend/http/a.ts': [source] })
    expect(found).toEqual(table === undefined ? [] : [expect.stringContaining(`${table} belongs to backend/`)])
  })

  test('are found at their line, and their own room and tests may name them', () => {
    const source = ['const text = `', '  select 1 from rm.carts', '`']
    expect(problemsIn({ 'backend/http/a.ts': source })).toEqual([
      'backend/http/a.ts:2 rm.carts belongs to backend/readmodels/',
    ])
    for (const path of ['backend/readmodels/carts/a.ts', 'backend/http/a.db.test.ts', 'backend/http/testing/a.ts'])
      expect(problemsIn({ [path]: source })).toEqual([])
  })

  test('may be named by a reader of their schema, as long as it does', () => {
    const reader = { place: 'backend/ops/verify/', schemas: ['es', 'rm'], why: 'compares' }
    const files = tree({
      'backend/ops/verify/a.ts': ["q('select 1 from es.events')", "q('select 1 from auth.sessions')"],
    })
    expect(printed(tableProblems(files, [reader]))).toEqual([
      'backend/ops/verify/a.ts:2 auth.sessions belongs to backend/identity/',
    ])
    expect(unusedReaders(files, [reader]).map(({ problem }) => problem)).toEqual([
      'backend/ops/verify/ may read rm.*, which nothing there needs',
    ])
  })
})
