import { expect, test } from 'vitest'
import { printed } from '#scripts/architecture/testing/tree.ts'
import { figureProblems, openerProblems } from './comments.ts'

const problems = (path: string, ...lines: string[]) => printed(openerProblems({ path, text: lines.join('\n') }))

test('comments that hide who acts are refused, whatever their form', () => {
  const sentence = (word: string) => `a comment opens with '${word}': say who acts`
  expect(
    problems(
      'backend/jobs/a.ts',
      '// Reads the log.',
      '// What follows is the same comment.',
      'const a = 1',
      '/** Of each key one page. */',
      'const c = 2',
      '/**',
      ' * Nobody waits.',
      ' */',
      'const b = 1 // Who cares',
      '// Whatever else',
      '',
      '// Where',
    ),
  ).toEqual([
    `backend/jobs/a.ts:4 ${sentence('Of')}`,
    `backend/jobs/a.ts:6 ${sentence('Nobody')}`,
    `backend/jobs/a.ts:12 ${sentence('Where')}`,
  ])
  expect(problems('backend/domain/a.ts', '// What it does')).toEqual([`backend/domain/a.ts:1 ${sentence('What')}`])
})

test.each(['backend/jobs/a.test.ts', 'backend/jobs/testing/a.ts', 'backend/a.gen.ts'])(
  'comments in %s may open so',
  (path) => expect(problems(path, '// What it does')).toEqual([]),
)

test('the figures of all comments stay within their limits', () => {
  const text = ['// Reads pages that it needs.', 'a', 'b', '// For b.', 'c', 'd', 'e', 'f'].join('\n')
  const files = [
    { path: 'backend/jobs/a.ts', text },
    { path: 'backend/jobs/a.test.ts', text: text.repeat(9) },
  ]
  const figures = { perHundredLines: 25, functionWordPercent: 50, relativeWordsPerSentence: 2 }
  expect(figureProblems(files, figures)).toEqual([])
  for (const [name, figure] of Object.entries(figures))
    expect(printed(figureProblems(files, { ...figures, [name]: figure - 0.01 }))).toEqual([
      expect.stringContaining(`${name} of all comments is ${figure.toFixed(2)}, at most ${figure - 0.01}`),
    ])
})
