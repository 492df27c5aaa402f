// The comparison of rows and tests on a small list.
import { expect, test } from 'vitest'
import { compare, rowsOf, testedIds } from '#scripts/rows.ts'

/** Built from two pieces, so that these ids do not count as tests of rows. */
const mark = (id: string) => `[${id}]`
const markdown = [
  '# Requirements',
  `- ${mark('AAA-01')} Do this → see that.`,
  `- ${mark('AAA-02')} withdrawn`,
  `- ${mark('AAA-03')} Do more → see more.`,
  `- ${mark('BBB-01')} Do less → see less.`,
].join('\n')

test('rows that hold are compared with the titles of tests, comments and other files aside', () => {
  const rows = rowsOf(markdown)
  const tested = testedIds([
    { path: 'backend/a.test.ts', text: `test('${mark('AAA-01')} and ${mark('ZZZ-09')} work', () => {})` },
    { path: 'backend/b.test.ts', text: `// ${mark('BBB-01')} later` },
    { path: 'backend/c.ts', text: `test('${mark('AAA-03')}')` },
  ])
  expect(compare(rows, tested)).toEqual({
    areas: [
      { area: 'AAA', all: 2, tested: 1 },
      { area: 'BBB', all: 1, tested: 0 },
    ],
    untested: [
      { id: 'AAA-03', text: 'Do more → see more.' },
      { id: 'BBB-01', text: 'Do less → see less.' },
    ],
    unknown: ['ZZZ-09'],
  })
})
