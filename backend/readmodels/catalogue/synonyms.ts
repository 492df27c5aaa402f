// What people call things by another name than the shop does. One line a meaning; each word of a line finds the others.
import { searchedWords, stem } from './search-words.ts'

const lines = [
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

const meanings = lines.map((line) => line.split(', ').map(searchedWords))

/** What else may stand for a word of a search, as lists of words that belong together. `word`: stemmed. */
export function synonymsOf(word: string): string[][] {
  const own = stem(word)
  return meanings
    .filter((names) => names.some((name) => name.length === 1 && name[0] === own))
    .flatMap((names) => names.filter((name) => !(name.length === 1 && name[0] === own)))
}
