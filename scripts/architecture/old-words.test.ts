import { expect, test } from 'vitest'
import { printed } from '#scripts/architecture/testing/tree.ts'
import { oldWordProblems } from './old-words.ts'

const problems = (path: string, ...lines: string[]) => printed(oldWordProblems({ path, text: lines.join('\n') }))

test('old words are refused in names of files, in code and in comments', () => {
  expect(problems('backend/http/door/a.ts', '// The held catalogue.', 'const a = new KeptAnswers()')).toEqual([
    "backend/http/door/a.ts:1 'http/door' is an old word: say admission control",
    "backend/http/door/a.ts:1 'held catalogue' is an old word: say in-memory catalogue",
    "backend/http/door/a.ts:2 'KeptAnswers' is an old word: say idempotency record",
  ])
})

test('the same words in another meaning are fine', () =>
  expect(
    problems('backend/a.ts', '// Units held; a choice of delivery, told by phone.', "'gamertech_kept_answers_total'"),
  ).toEqual([]))
