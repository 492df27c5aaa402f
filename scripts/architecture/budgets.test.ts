import { expect, test } from 'vitest'
import { budgetProblems, budgets, readCounted } from './budgets.ts'
import { readSources } from './source-file.ts'

const limits = [
  { group: 'panel', places: ['frontend/panel/'], lines: 3 },
  { group: 'front', places: ['frontend/'], lines: 2 },
]
const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })

test('a group with a line too many is named, and a file counts for its first group only', () => {
  const within = [file('frontend/panel/a.tsx', 2), file('frontend/panel/b.css', 1), file('frontend/c.ts', 2)]
  expect(budgetProblems(within, limits)).toEqual([])
  const beyond = [...within, file('frontend/d.ts', 1)]
  expect(budgetProblems(beyond, limits).map(({ problem }) => problem)).toEqual(['front: 3 lines, at most 2'])
})

test('every counted file belongs to a group, and tests, public files and the workshop are not counted', async () => {
  const paths = (await readCounted(process.cwd(), await readSources(process.cwd()))).map(({ path }) => path)
  const none = budgets.map((budget) => ({ ...budget, lines: 0 }))
  const nowhere = paths.filter((path) => budgetProblems([file(path, 1)], none).length === 0)
  expect(nowhere).toEqual([])
  expect(paths).toContain('vite.config.ts')
  expect(paths.filter((path) => /\.test\.|testing\/|public\/|scripts\/pictures/.test(path))).toEqual([])
  expect(budgets.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(81_049)
})
