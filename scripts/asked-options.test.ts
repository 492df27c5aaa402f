import { expect, test } from 'vitest'
import { readOptions } from './asked-options.ts'

const text = { type: 'string' } as const
const config = { allowPositionals: true, options: { kills: text, only: text, quick: { type: 'boolean' } } } as const
const words = { only: ['kills', 'fuzz'] }
const read = (...args: string[]) => readOptions(args, config, words)

test('options and names are read', () => {
  const { values, positionals } = read('--kills', '20', '--only=fuzz', '--quick', 'append')
  expect(values).toEqual({ kills: '20', only: 'fuzz', quick: true })
  expect(positionals).toEqual(['append'])
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
