// For tests: random programs against the store: rounds of things that two processes do at once. Only plain data, so that they shrink and print well.
import fc from 'fast-check'

/** Versions are told by their relation to the one that the process knows when it starts. */
export type Expectation = 'any' | 'none' | 'known' | 'older' | 'newer'
export type MemberWrite = { member: number; expectation: Expectation; count: number; pages: number }
export type BookWrite = { book: number; move: 'receive' | 'lose' | 'hold' | 'release' | 'consume'; units: number }
/** What no store can hold: it takes nothing else of its batch with it. */
export type Flaw = 'event' | 'command' | 'number' | 'category'

export type Step = { by: 'first' | 'second'; after: number } & (
  | { kind: 'append'; members: MemberWrite[]; books: BookWrite[]; claim: number | null }
  | { kind: 'repeat'; nth: number }
  | { kind: 'flawed'; flaw: Flaw }
  /** A command that is decided on what is there: what can be sold is set to a number. */
  | { kind: 'set'; book: number; available: number }
  | { kind: 'readStreams' }
  | { kind: 'readLog' }
  | { kind: 'cut'; when: 'request' | 'answer' }
  | { kind: 'project'; on: boolean }
)
export type Program = readonly (readonly Step[])[]

export const memberCount = 4
export const bookCount = 3
const claimCount = 3

const memberWrite = fc.record<MemberWrite>({
  member: fc.nat(memberCount - 1),
  expectation: fc.oneof(
    { weight: 4, arbitrary: fc.constant('any' as const) },
    { weight: 5, arbitrary: fc.constant('known' as const) },
    { weight: 2, arbitrary: fc.constantFrom('none' as const, 'older' as const, 'newer' as const) },
  ),
  count: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(300) },
  ),
  pages: fc.integer({ min: 1, max: 9 }),
})
const bookWrite = fc.record<BookWrite>({
  book: fc.nat(bookCount - 1),
  move: fc.oneof(
    { weight: 3, arbitrary: fc.constant('hold' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('receive' as const, 'lose' as const, 'release' as const, 'consume' as const),
    },
  ),
  units: fc.integer({ min: 1, max: 5 }),
})
const append = fc.record({
  kind: fc.constant('append' as const),
  members: fc.uniqueArray(memberWrite, { maxLength: 3, selector: (write) => write.member }),
  books: fc.array(bookWrite, { maxLength: 2 }),
  claim: fc.option(fc.nat(claimCount - 1), { freq: 6 }),
})
const action = fc.oneof(
  { weight: 16, arbitrary: append },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      book: fc.nat(bookCount - 1),
      available: fc.nat(6),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('repeat' as const), nth: fc.nat(60) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('flawed' as const),
      flaw: fc.constantFrom<Flaw[]>('event', 'command', 'number', 'category'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('readStreams' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('readLog' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      when: fc.constantFrom('request' as const, 'answer' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('project' as const), on: fc.boolean() }) },
)
const step = fc
  .tuple(action, fc.constantFrom('first' as const, 'second' as const), fc.constantFrom(0, 0, 0, 1, 3))
  .map(([what, by, after]): Step => ({ ...what, by, after }))

/** Rounds of up to `atOnce` steps; `after` is a step's delay within its round, in milliseconds. */
export function programs(rounds: number, atOnce: number): fc.Arbitrary<Program> {
  return fc.array(fc.array(step, { minLength: 1, maxLength: atOnce }), { minLength: 1, maxLength: rounds })
}
