import { expect, test } from 'vitest'
import { from, printed, tree } from '#scripts/architecture/testing/tree.ts'
import { cycleProblems } from './cycles.ts'

test('cycles of values are found, cycles of types are not', () => {
  const cycle = {
    'backend/jobs/a.ts': [from('./b.ts')],
    'backend/jobs/b.ts': ['', from('./c.ts')],
    'backend/jobs/c.ts': [from('./a.ts')],
  }
  expect(printed(cycleProblems(tree(cycle)))).toEqual([
    'backend/jobs/c.ts:1 cycle: backend/jobs/a.ts -> backend/jobs/b.ts -> backend/jobs/c.ts -> backend/jobs/a.ts',
  ])
  expect(cycleProblems(tree({ ...cycle, 'backend/jobs/c.ts': [from('./a.ts', 'type { A }')] }))).toEqual([])
})
