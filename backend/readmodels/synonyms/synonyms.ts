// What people call things by another name than the shop does. One line a meaning; each word of a line finds the others.
import { searchedWords, stem } from '#backend/readmodels/catalogue/search-words.ts'
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
  'consola, playstation, xbox',
  'webcam, camara',
]

/** What else may stand for a word of a search (stemmed), as lists of words that belong together. */
export type Synonyms = (word: string) => string[][]

/** The list as it is now. */
export async function listSynonyms(db: Database): Promise<readonly string[]> {
  const row = await db.selectFrom('rm.synonyms').select('lines').executeTakeFirst()
  return row?.lines ?? standardLines
}

/** Reads a list, a line a meaning. */
export function readSynonyms(lines: readonly string[]): Synonyms {
  const meanings = lines.map((line) =>
    line
      .split(',')
      .map(searchedWords)
      .filter((name) => name.length > 0),
  )
  return (word) => {
    const own = stem(word)
    const isOwn = (name: readonly string[]) => name.length === 1 && name[0] === own
    return meanings.filter((names) => names.some(isOwn)).flatMap((names) => names.filter((name) => !isOwn(name)))
  }
}
