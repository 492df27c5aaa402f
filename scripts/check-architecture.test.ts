// The guard against bad trees: each rule is broken once and found at its line, and the good twin passes.
import { describe, expect, test } from 'vitest'
import { importsOf } from '#scripts/architecture/imports.ts'
import { checkArchitecture, type SourceFile } from './check-architecture.ts'

/** Files from `path: [lines]`, so that no line of this test looks like an import of its own. */
function tree(files: Record<string, string[]>): SourceFile[] {
  return Object.entries(files).map(([path, lines]) => ({ path, text: lines.join('\n') }))
}
const problemsIn = (files: Record<string, string[]>) =>
  checkArchitecture(tree(files)).map(({ path, line, problem }) => `${path}:${line} ${problem}`)
const from = (target: string, clause = '{ x }') => `import ${clause} from '${target}'`

describe('imports', () => {
  test('are read with line and kind, from one line and from several, and strings are left alone', () => {
    const text = [
      "import a, { b } from 'x'",
      "import type { C } from './c.ts'",
      "import { type D, type E } from './d.ts'",
      "import {\n  f,\n  type G,\n} from './f.ts'",
      "import './side-effect.css'",
      "export * from './h.ts'",
      "export const text = 'import this'",
      "const lazy = () => import('./lazy.ts')",
      "import type from './i.ts'",
    ].join('\n')
    expect(importsOf(text).map(({ line, target, isTypeOnly }) => [line, target, isTypeOnly])).toEqual([
      [1, 'x', false],
      [2, './c.ts', true],
      [3, './d.ts', true],
      [7, './f.ts', false],
      [8, './side-effect.css', false],
      [9, './h.ts', false],
      [11, './lazy.ts', false],
      [12, './i.ts', false],
    ])
  })
})

describe('arrows', () => {
  const cases: [string, string, string, string | undefined][] = [
    ['domain stays pure', 'backend/domain/cart/cart.ts', 'node:fs', 'must not import the package node:'],
    ['domain may use zod', 'backend/domain/cart/cart.events.ts', 'zod', undefined],
    ['a noun knows no other noun', 'backend/domain/cart/cart.ts', '#backend/domain/order/order.ts', 'the noun cart'],
    ['a noun may use values', 'backend/domain/cart/cart.ts', '#backend/domain/money.ts', undefined],
    [
      'domain knows no database',
      'backend/domain/cart/cart.ts',
      '#backend/db/database.ts',
      'must not import backend/db',
    ],
    [
      'the store knows no product',
      'backend/eventstore/subscriptions/pump.ts',
      '#backend/domain/product/product.ts',
      'must not import',
    ],
    [
      'a read model never decides',
      'backend/readmodels/users/users.projection.ts',
      '#backend/domain/user/user.ts',
      'must not',
    ],
    [
      'a read model reads events',
      'backend/readmodels/users/users.projection.ts',
      '#backend/domain/user/user.events.ts',
      undefined,
    ],
    ['policies know no HTTP', 'backend/policies/when.ts', '#backend/http/api.ts', 'must not import backend/http'],
    [
      'a fake knows no shop',
      'backend/gateways/payment-wallet/fake/app.ts',
      '#backend/domain/money.ts',
      'must not import',
    ],
    ['nothing in the backend knows scripts', 'backend/server.ts', '#scripts/start.ts', 'must not import scripts'],
    ['wiring knows everything', 'backend/wiring.ts', '#backend/http/api.ts', undefined],
    ['the interface knows no feature', 'frontend/ui/button.tsx', '#frontend/features/cart/cart.queries.ts', 'must not'],
    [
      'features meet in screens',
      'frontend/features/cart/line.tsx',
      '#frontend/features/orders/state.tsx',
      'features meet',
    ],
    ['screens join features', 'frontend/screens/catalogue/home.tsx', '#frontend/features/orders/state.tsx', undefined],
    ['the layout knows no screen', 'frontend/layout/page.tsx', '#frontend/screens/pages/landing.tsx', 'must not'],
    ['a screen stands in the layout', 'frontend/screens/pages/landing.tsx', '#frontend/layout/page.tsx', undefined],
    ['no value from the backend', 'frontend/api.ts', '#backend/http/api.ts', 'only types from backend/http/api.ts'],
    [
      'no event in the browser',
      'frontend/api.ts',
      '#backend/domain/cart/cart.events.ts',
      'must not import backend/domain',
    ],
    [
      'contracts are the value door',
      'frontend/features/cart/form.tsx',
      '#backend/domain/cart/cart.contract.ts',
      undefined,
    ],
    [
      'config only as a type',
      'backend/http/api.ts',
      '#backend/config/config.ts',
      'only types from backend/config/config.ts',
    ],
  ]
  test.for(cases)('%s', ([, path, target, problem]) => {
    const found = problemsIn({ [path]: ['// Caption', from(target)] })
    if (problem === undefined) expect(found).toEqual([])
    else {
      expect(found).toHaveLength(1)
      expect(found[0]).toContain(`${path}:2 `)
      expect(found[0]).toContain(problem)
    }
  })

  test('the door of types lets types through', () => {
    expect(problemsIn({ 'frontend/api.ts': [from('#backend/http/api.ts', 'type { CartApi }')] })).toEqual([])
  })

  test('tests may import what they check', () => {
    expect(problemsIn({ 'backend/domain/cart/cart.test.ts': [from('#scripts/testing/database.ts')] })).toEqual([])
  })
})

describe('shape', () => {
  test('climbing out of a folder and leaving the extension off are refused, in tests too', () => {
    const text = [from('../money.ts'), from('./cart'), from('#backend/domain/money')]
    expect(problemsIn({ 'backend/domain/cart/cart.test.ts': text }).map((found) => found.split(' ')[0])).toEqual([
      'backend/domain/cart/cart.test.ts:1',
      'backend/domain/cart/cart.test.ts:2',
      'backend/domain/cart/cart.test.ts:3',
    ])
  })

  test('drawer names and index files are refused', () => {
    for (const path of ['backend/utils/date.ts', 'frontend/ui/helpers.tsx', 'backend/domain/index.ts']) {
      expect(problemsIn({ [path]: ['// Caption'] })).toEqual([expect.stringContaining('does not say what is inside')])
    }
  })

  test('[ENV-12 partial] a second reader of the environment is refused', () => {
    const read = `const port = process${'.env'}.PORT`
    expect(problemsIn({ 'backend/http/api.ts': ['', read], 'backend/config/config.ts': [read] })).toEqual([
      'backend/http/api.ts:2 only backend/config/config.ts reads the environment',
    ])
  })

  test('a long file is refused, a long test and a generated file are not', () => {
    const long = Array.from({ length: 251 }, (_, at) => `// ${at}`)
    const files = {
      'backend/a.ts': long,
      'backend/b.test.ts': long,
      'frontend/c.gen.ts': long,
      'backend/d.ts': long.slice(1),
    }
    expect(problemsIn(files)).toEqual(['backend/a.ts:251 251 lines: split it (at most 250)'])
  })

  test('cycles of values are found, cycles of types are not', () => {
    const cycle = {
      'backend/jobs/a.ts': [from('./b.ts')],
      'backend/jobs/b.ts': ['', from('./c.ts')],
      'backend/jobs/c.ts': [from('./a.ts')],
    }
    expect(problemsIn(cycle)).toEqual([
      'backend/jobs/c.ts:1 cycle: backend/jobs/a.ts -> backend/jobs/b.ts -> backend/jobs/c.ts -> backend/jobs/a.ts',
    ])
    expect(problemsIn({ ...cycle, 'backend/jobs/c.ts': [from('./a.ts', 'type { A }')] })).toEqual([])
  })
})
