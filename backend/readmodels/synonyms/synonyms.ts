// Synonyms of search words: one line per meaning; each name of a line finds the others.
import { searchedWords } from '#backend/readmodels/catalogue/search-words.ts'
import type { Database } from '#backend/readmodels/database.ts'

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
  'placa madre, motherboard, mother, mainboard',
  'memoria ram, ram',
  'fuente, psu',
  'gabinete, case, chasis',
]

/** A name in the search, of one or more words, with its synonyms as lists of words. */
export type SearchedName = { words: readonly string[]; others: readonly (readonly string[])[] }
/** Groups stemmed search words into names, longest known names first. */
export type Synonyms = (words: readonly string[]) => SearchedName[]

export async function listSynonyms(db: Database): Promise<readonly string[]> {
  const row = await db.selectFrom('rm.synonyms').select('lines').executeTakeFirst()
  return row?.lines ?? standardLines
}

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
