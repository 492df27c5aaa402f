import { expect, test } from 'vitest'
import { readOptions } from './asked-options.ts'

const wanted = { numbers: ['kills'], flags: ['quick'], words: { only: ['kills', 'fuzz'] }, names: true } as const
const read = (...args: string[]) => readOptions(args, wanted)

test('options and names are read', () => {
  const { values, names } = read('--kills', '20', '--only=fuzz', '--quick', 'append')
  expect(values).toEqual({ kills: 20, only: 'fuzz', quick: true })
  expect(names).toEqual(['append'])
})

test('what makes no sense is refused by its name', () => {
  for (const [args, told] of [
    [['--kils', '20'], '--kils'],
    [['--kills', 'many'], '--kills is a number, not many'],
    [['--kills'], '--kills'],
    [['--only', 'all'], '--only is kills or fuzz, not all'],
  ] as const) {
    expect(() => read(...args)).toThrow(told)
  }
})
