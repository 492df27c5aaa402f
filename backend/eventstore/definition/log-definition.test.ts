import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEvent } from './event-definition.ts'
import { defineLog, eventDefinitionsOf, guardedChangeOf } from './log-definition.ts'
import { operatorEvents } from './operator.events.ts'

const Opened = defineEvent('Opened', z.object({ doorId: z.int() }))
const Entered = defineEvent('Entered', z.object({ roomId: z.int(), people: z.int() }))
const door = { code: 1, events: { Opened } }
const room = { code: 2, events: { Entered } }
const operation = { code: 3, events: operatorEvents }
const rest = { counters: ['door'], claimScopes: { name: 1 }, actors: ['visitor', 'guard:'], guards: {} } as const

const house = defineLog({
  categories: { door, room, operation },
  ...rest,
  guards: { room: ({ data }) => ({ key: data.roomId, total: 0, taken: data.people }) },
})

describe('a log', () => {
  test('knows every event of its categories, and what some of them change of guarded numbers', () => {
    expect(eventDefinitionsOf(house).map(({ name }) => name)).toEqual([
      'Opened',
      'Entered',
      'DeadLetterSkipped',
      'DeadLettersRetried',
    ])
    expect(guardedChangeOf(house, { type: 'Entered', data: { roomId: 7, people: 2 } })).toEqual({
      key: 7,
      total: 0,
      taken: 2,
    })
    expect(guardedChangeOf(house, { type: 'Opened', data: { doorId: 7 } })).toBeNull()
  })

  test('is refused if a number or a name stands for two things or cannot be stored', () => {
    const define = (categories: object, others: object = {}) =>
      defineLog({ ...rest, ...others, categories: { operation, ...categories } as typeof house.categories })
    expect(() => define({ door, gate: { code: 1, events: {} } })).toThrow('code of categories 1')
    expect(() => define({ door, gate: { code: 4, events: { Opened } } })).toThrow('event Opened')
    expect(() => define({ door }, { claimScopes: { name: 1, key: 1 } })).toThrow('number of claim scopes 1')
    expect(() => define({ door: { code: 0, events: {} } })).toThrow('smallint')
    expect(() => define({ door: { code: 40_000, events: {} } })).toThrow('smallint')
    expect(() => define({ door: { ...door, freesClaims: 'Closed' } })).toThrow(
      'Closed is no event of the category door',
    )
    expect(() => define({ 'front-door': door })).toThrow('front-door')
    expect(() => define({ door }, { counters: ['x; drop table y'] })).toThrow('drop table')
  })
})
