// The table of rooms in docs/ROOMS.md, generated from the walls.
import { readFile, writeFile } from 'node:fs/promises'
import { type Room, rooms } from './rooms.ts'

export const page = 'docs/ROOMS.md'
const begin = '<!-- rooms: npm run architecture -->'
const end = '<!-- end of rooms -->'

/** `eventstore/log` for backend/eventstore/log/, since the page assumes the backend. */
function shown(place: string): string {
  return `\`${place.replace(/^backend\/(?=\w)/, '').replace(/\/$/, '')}\``
}

export function roomsTable(walls: readonly Room[] = rooms): string {
  const rows = walls.map(({ room, holds, may, mayTypes = [] }) => {
    const types = mayTypes.length > 0 ? [`types of ${mayTypes.map(shown).join(', ')}`] : []
    return `| ${shown(room)} | ${holds} | ${[...may.map(shown), ...types].join(', ')} |`
  })
  return ['| room | holds | may know |', '| --- | --- | --- |', ...rows].join('\n')
}

/** `text` with the current table between the marks. Throws if a mark is missing. */
export function withRooms(text: string, table = roomsTable()): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${page} has no place for the rooms between ${begin} and ${end}`)
  return `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`
}

export async function writeRooms(root: string): Promise<void> {
  const path = `${root}/${page}`
  await writeFile(path, withRooms(await readFile(path, 'utf8')))
}

export async function isTableCurrent(root: string): Promise<boolean> {
  const text = await readFile(`${root}/${page}`, 'utf8')
  return text === withRooms(text)
}
