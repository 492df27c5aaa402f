import { expect, test } from 'vitest'
import { z } from 'zod'
import { fits } from './quick-fit.ts'

const line = z.object({ id: z.int(), quantity: z.int().positive() })
const fields = {
  id: z.int(),
  count: z.int().positive(),
  score: z.int().min(1).max(5),
  below: z.int().lt(3).gt(-1.5),
  price: z.number(),
  name: z.string(),
  code: z.string().min(2),
  at: z.iso.datetime(),
  flag: z.boolean(),
  kind: z.enum(['a', 'b']),
  note: z.string().nullable(),
  lines: z.array(line),
  few: z.array(z.int()).max(1),
  line: line.strict(),
  sizes: z.record(z.string(), z.int()),
}
const right = {
  id: 7,
  count: 1,
  score: 5,
  below: 2,
  price: 1.5,
  name: '',
  code: 'ab',
  at: '2026-01-01T00:00:00.000Z',
  flag: false,
  kind: 'a',
  note: null,
  lines: [{ id: 1, quantity: 2 }],
  few: [3],
  line: { id: 1, quantity: 2 },
  sizes: { s: 1 },
}
const values: unknown[] = [
  ...[undefined, null, 0, 1, 2, 3, 5, 6, -1, -2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 7n],
  ...['', 'a', 'b', 'ab', '7', '2026-01-01', '2026-01-01T00:00:00.000Z', '2026-13-01T00:00:00.000Z', true, false],
  ...[[], {}, [1], [1, 2], ['a'], [null], [undefined], { s: 1 }, { s: 'x' }, { id: 1 }, { id: 1, quantity: 2 }],
  ...[
    { id: 1, quantity: 2, more: 1 },
    { id: 1, quantity: 0 },
    { id: 1, more: 2 },
  ],
  ...[[{ id: 1, quantity: 2 }], [{ id: 1, quantity: 2, more: 1 }], [{ id: 1, quantity: 0 }], [{ id: 1 }, 3]],
]
const shapes = [
  z.object(fields),
  z.strictObject(fields),
  z.looseObject(fields),
  z.strictObject({ ...fields, later: z.string().optional(), usual: z.int().default(1) }),
  z.strictObject(fields).refine(({ count }) => count < 6),
]

test.for(shapes.map((shape, nth) => [nth, shape] as const))(
  'shape %i: the same verdict as zod’s of all data that are right but for one field',
  ([, shape]) => {
    const all: unknown[] = [
      right,
      { ...right, more: 1 },
      { ...right, later: 'x' },
      { ...right, later: undefined },
      ...values,
    ]
    for (const field of Object.keys(right)) {
      all.push(Object.fromEntries(Object.entries(right).filter(([name]) => name !== field)))
      for (const value of values) all.push({ ...right, [field]: value })
    }
    for (const data of all) expect([data, fits(shape, data)]).toEqual([data, shape.safeParse(data).success])
    expect(all.some((data) => fits(shape, data))).toBe(true)
  },
)
