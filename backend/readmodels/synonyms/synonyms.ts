// What people call things by another name than the shop does. One line a meaning; each word of a line finds the others.
import { searchedWords } from '#backend/readmodels/catalogue/search-words.ts'
import type { Database } from '#backend/readmodels/database.ts'

/** Until an admin changes it. */
const standardLines: readonly string[] = [
  'gpu, placa de video, tarjeta grafica, tarjeta de video, grafica',
  'cpu, procesador, micro, microprocesador',
  'joystick, control, gamepad, mando',
  'hdd, disco rigido, disco duro',
  'ssd, disco solido, unidad de estado solido',
  'notebook, laptop, ultrabook',
  'auricular, headset, headphone',
  'mouse, raton',
  'teclado, keyboard',
  'monitor, pantalla, display',
  'silla, sillon, butaca',
  'cooler, ventilador, fan, disipador, refrigeracion',
  'watercooler, refrigeracion liquida',
  'pendrive, memoria usb',
  'wifi, inalambrico, wireless',
  'impresora, printer',
  'webcam, camara web, camara',
  'cartucho, tinta, toner',
]

/** A word of a search, or a few that name one thing together, and what else may stand for it, as lists of words that belong together. */
export type SearchedName = { words: readonly string[]; others: readonly (readonly string[])[] }
/** The names in the words of a search (stemmed), the longest that are known first. */
export type Synonyms = (words: readonly string[]) => SearchedName[]

/** The list as it is now. */
export async function listSynonyms(db: Database): Promise<readonly string[]> {
  const row = await db.selectFrom('rm.synonyms').select('lines').executeTakeFirst()
  return row?.lines ?? standardLines
}

/** Reads a list, a line a meaning. */
export function readSynonyms(lines: readonly string[]): Synonyms {
  const othersOf = new Map<string, string[][]>()
  let longest = 1
  for (const line of lines) {
    const names = line
      .split(',')
      .map(searchedWords)
      .filter((name) => name.length > 0)
    for (const name of names) {
      const own = name.join(' ')
      const others = names.filter((other) => other.join(' ') !== own)
      othersOf.set(own, [...(othersOf.get(own) ?? []), ...others])
      longest = Math.max(longest, name.length)
    }
  }
  return (words) => {
    const names: SearchedName[] = []
    for (let at = 0; at < words.length; at += names.at(-1)?.words.length ?? 1) {
      const name = nameAt(words, at, longest, othersOf)
      names.push({ words: name, others: othersOf.get(name.join(' ')) ?? [] })
    }
    return names
  }
}

function nameAt(words: readonly string[], at: number, longest: number, known: ReadonlyMap<string, unknown>) {
  for (let length = longest; length > 1; length--) {
    const name = words.slice(at, at + length)
    if (name.length === length && known.has(name.join(' '))) return name
  }
  return words.slice(at, at + 1)
}
