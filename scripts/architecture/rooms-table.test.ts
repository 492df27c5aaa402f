import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTableCurrent, roomsTable, withRooms } from './rooms-table.ts'

const walls = [
  { room: 'backend/domain/', holds: 'the rules', may: [], packages: ['zod'] },
  { room: 'backend/*', holds: 'the start', may: ['backend/domain/', '*.events.ts'], packages: [] },
  { room: 'frontend/*', holds: 'pages', may: ['frontend/ui/'], mayTypes: ['backend/http/api.ts'], packages: [] },
]

test('a room is a row with what it holds and may know', () => {
  expect(roomsTable(walls).split('\n').slice(2)).toEqual([
    '| `domain` | the rules |  |',
    '| `backend/*` | the start | `domain`, `*.events.ts` |',
    '| `frontend/*` | pages | `frontend/ui`, types of `http/api.ts` |',
  ])
})

test('the table goes between its marks, and again', () => {
  const text = 'before\n<!-- rooms: npm run architecture -->\nold\n<!-- end of rooms -->\nafter\n'
  const once = withRooms(text, 'new')
  expect(once).toBe('before\n<!-- rooms: npm run architecture -->\nnew\n<!-- end of rooms -->\nafter\n')
  expect(withRooms(once, 'new')).toBe(once)
  expect(() => withRooms('no marks', 'new')).toThrow('no place for the rooms')
})

test('the page shows the walls of today', async () => {
  expect(await isTableCurrent(join(import.meta.dirname, '../..'))).toBe(true)
})
