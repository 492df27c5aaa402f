// The guard against bad trees: all rules are looked at.
import { expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

/** Every rule but the one of unused grants, which a tree of a few files cannot keep. */
function rulesBroken(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  const found = checkArchitecture(sources).filter(({ rule }) => rule !== 'unused grant')
  return found.map(({ rule, path, line }) => `${path}:${line} ${rule}`)
}

test('every rule is looked at, and violations come by path and line', () => {
  const tables = "query('select 1 from es.events')"
  const crowd = Array.from({ length: 16 }, (_, at) => [`backend/crowd/${at}.ts`, ''])
  const files = {
    'backend/jobs/a.ts': "import { b } from './b.ts'\nimport '../x.ts'\nclass Kept" + 'Answers {}',
    'backend/jobs/b.ts': "import { a } from './a.ts'\n// What it does",
    'backend/http/c.ts': `${tables}\nconst d = () => {${'\n'.repeat(40)}}`,
    'backend/http/utils.ts': `process${'.env'}.X${'\n// x'.repeat(250)}`,
    ...Object.fromEntries(crowd),
  }
  expect(rulesBroken(files)).toEqual([
    'backend/crowd/:1 folder size',
    'backend/http/c.ts:1 tables',
    'backend/http/c.ts:2 function length',
    'backend/http/utils.ts:1 names',
    'backend/http/utils.ts:1 environment',
    'backend/http/utils.ts:251 file length',
    'backend/jobs/a.ts:2 imports',
    'backend/jobs/a.ts:3 names',
    'backend/jobs/b.ts:1 cycles',
    'backend/jobs/b.ts:2 comments',
  ])
})

test('unused grants are looked at', () => {
  expect(checkArchitecture([]).some(({ rule }) => rule === 'unused grant')).toBe(true)
})
