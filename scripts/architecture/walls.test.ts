// The walls: each arrow is broken once and found at its line, and its good twin passes.
import { describe, expect, test } from 'vitest'
import { from, printed, tree } from '#scripts/architecture/testing/tree.ts'
import type { Room } from './rooms.ts'
import { importProblems, unusedGrants } from './walls.ts'

const problemsIn = (files: Record<string, string[]>, walls?: readonly Room[]) =>
  printed(importProblems(tree(files), walls))
const room = (place: string, more: Partial<Room> = {}): Room => ({
  room: place,
  holds: '',
  may: [],
  packages: [],
  ...more,
})

describe('arrows of the house', () => {
  const cases: [string, string, string, string | undefined][] = [
    ['domain stays pure', 'backend/domain/cart/cart.ts', 'node:fs', 'must not import the package node:'],
    ['domain may use zod', 'backend/domain/cart/cart.events.ts', 'zod', undefined],
    ['a noun knows no other noun', 'backend/domain/cart/cart.ts', '#backend/domain/order/order.ts', 'the noun cart'],
    ['a noun may use values', 'backend/domain/cart/cart.ts', '#backend/domain/money.ts', undefined],
    ['domain knows no database', 'backend/domain/cart/cart.ts', '#backend/db/database.ts', 'must not import'],
    ['the store knows no product', 'backend/eventstore/log/a.ts', '#backend/domain/product/product.ts', 'must not'],
    ['a read model never decides', 'backend/readmodels/users/a.ts', '#backend/domain/user/user.ts', 'must not'],
    ['a read model reads events', 'backend/readmodels/users/a.ts', '#backend/domain/user/user.events.ts', undefined],
    ['policies know no HTTP', 'backend/policies/when.ts', '#backend/http/api.ts', 'must not import backend/http'],
    ['policies know no handler', 'backend/policies/when.ts', '#backend/jobs/handlers.ts', 'must not import'],
    ['a fake knows no shop', 'backend/gateways/payment-wallet/fake/a.ts', '#backend/domain/money.ts', 'must not'],
    [
      'use cases know no composition',
      'backend/commands/a.ts',
      '#backend/server.ts',
      'must not import backend/server.ts',
    ],
    ['the backend knows no scripts', 'backend/server.ts', '#scripts/start.ts', 'must not import scripts'],
    ['the composition knows all', 'backend/shop.ts', '#backend/http/api.ts', undefined],
    ['primitives know no feature', 'frontend/ui/button.tsx', '#frontend/features/cart/cart.queries.ts', 'must not'],
    ['features meet in screens', 'frontend/features/cart/a.tsx', '#frontend/features/orders/b.tsx', 'features meet'],
    ['screens join features', 'frontend/screens/orders/a.tsx', '#frontend/features/orders/b.tsx', undefined],
    ['the layout knows no screen', 'frontend/layout/page.tsx', '#frontend/screens/pages/landing.tsx', 'must not'],
    ['a screen stands in the layout', 'frontend/screens/pages/a.tsx', '#frontend/layout/page.tsx', undefined],
    ['no value of the backend', 'frontend/api.ts', '#backend/http/api.ts', 'only types from backend/http/api.ts'],
    ['limits reach the browser', 'frontend/features/a/a.tsx', '#backend/domain/user/user.limits.ts', undefined],
    ['no contract does', 'frontend/features/a/a.tsx', '#backend/domain/user/user.contract.ts', 'must not import'],
    ['limits bring nothing along', 'backend/domain/user/user.limits.ts', 'zod', 'must not import the package zod'],
    ['no event in the browser', 'frontend/api.ts', '#backend/domain/cart/cart.events.ts', 'must not import'],
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
})

describe('tests', () => {
  const walls = [
    room('backend/a/', { may: ['backend/b/'], tests: { may: ['backend/c/'], packages: ['smtp-server'] } }),
    room('backend/'),
  ]
  const importing = (path: string, target: string) => problemsIn({ [path]: [from(target)] }, walls)

  test('obey the walls of their room', () => {
    expect(importing('backend/a/x.test.ts', '#backend/b/b.ts')).toEqual([])
    expect(importing('backend/a/x.db.test.ts', '#backend/d/d.ts')).toEqual([
      'backend/a/x.db.test.ts:1 tests of backend/a/ must not import backend/d/d.ts',
    ])
    expect(importing('backend/a/x.test.ts', 'pg')).toEqual([
      'backend/a/x.test.ts:1 tests of backend/a/ must not import the package pg',
    ])
  })

  test('may import what the table grants them, which the code beside them may not', () => {
    for (const target of ['#backend/c/c.ts', 'smtp-server']) {
      expect(importing('backend/a/x.test.ts', target)).toEqual([])
      expect(importing('backend/a/x.ts', target)).toHaveLength(1)
    }
    expect(importing('backend/a/x.test.ts', 'vitest')).toEqual([])
    expect(importing('backend/a/x.ts', 'vitest')).toHaveLength(1)
  })

  test('may import every testing folder; there nothing is forbidden, and code stays away from it', () => {
    expect(importing('backend/a/x.test.ts', '#backend/d/testing/fixture.ts')).toEqual([])
    expect(importing('backend/a/testing/fixture.ts', '#backend/d/d.ts')).toEqual([])
    expect(importing('backend/a/x.ts', '#backend/b/testing/fixture.ts')).toEqual([
      'backend/a/x.ts:1 backend/b/testing/fixture.ts is for tests only',
    ])
    expect(importing('backend/a/x.ts', './x.examples.ts')).toHaveLength(1)
  })
})

describe('how an import is written', () => {
  test('climbing out of a folder and leaving the extension off are refused, in tests too', () => {
    const text = [from('../money.ts'), from('./cart'), from('#backend/domain/money')]
    expect(problemsIn({ 'backend/domain/cart/cart.test.ts': text }).map((found) => found.split(' ')[0])).toEqual([
      'backend/domain/cart/cart.test.ts:1',
      'backend/domain/cart/cart.test.ts:2',
      'backend/domain/cart/cart.test.ts:3',
    ])
  })
})

describe('grants', () => {
  const used = (walls: Room[], files: Record<string, string[]>) =>
    unusedGrants(tree(files), walls).map(({ problem }) => problem)

  test('that an import needs are kept', () => {
    const walls = [
      room('backend/a/', {
        may: ['backend/b/'],
        mayTypes: ['backend/c/'],
        packages: ['pg'],
        tests: { may: ['backend/d/'], packages: ['vite'] },
      }),
    ]
    const files = {
      'backend/a/x.ts': [from('#backend/b/b.ts'), from('#backend/c/c.ts', 'type { C }'), from('pg')],
      'backend/a/x.test.ts': [from('#backend/d/d.ts'), from('vite')],
    }
    expect(used(walls, files)).toEqual([])
    expect(used(walls, {})).toEqual([
      'backend/a/ is granted backend/b/, which nothing there needs',
      'backend/a/ is granted backend/c/, which nothing there needs',
      'backend/a/ is granted pg, which nothing there needs',
      'backend/a/ is granted backend/d/ for its tests, which nothing there needs',
      'backend/a/ is granted vite for its tests, which nothing there needs',
    ])
  })

  test('behind a wider grant, of the room itself, or for the code that only a test needs, are not needed', () => {
    const walls = [room('backend/a/', { may: ['backend/b/', 'backend/b/b.ts', 'backend/a/x.ts'] })]
    const files = { 'backend/a/y.ts': [from('#backend/b/b.ts'), from('./x.ts')] }
    expect(used(walls, files)).toEqual([
      'backend/a/ is granted backend/b/b.ts, which nothing there needs',
      'backend/a/ is granted backend/a/x.ts, which nothing there needs',
    ])
  })
})
