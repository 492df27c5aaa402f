// Finds names that contain a text. A bitmap of trigrams rules out nearly all others.
import { withRoom } from './columns.ts'

const words = 4

export class NameTexts {
  readonly #texts: string[] = []
  #bits = new Int32Array(64 * words)

  get bytes(): number {
    return this.#texts.reduce((sum, text) => sum + 24 + text.length, this.#bits.byteLength)
  }

  set(index: number, text: string): void {
    this.#texts[index] = text
    this.#bits = withRoom(this.#bits, (index + 1) * words)
    this.#bits.set(bitsOf(text), index * words)
  }

  containing(text: string): Int32Array {
    const found: number[] = []
    const [a = 0, b = 0, c = 0, d = 0] = bitsOf(text)
    const bits = this.#bits
    this.#texts.forEach((each, index) => {
      const at = index * words
      if (
        ((bits[at] ?? 0) & a) === a &&
        ((bits[at + 1] ?? 0) & b) === b &&
        ((bits[at + 2] ?? 0) & c) === c &&
        ((bits[at + 3] ?? 0) & d) === d &&
        each.includes(text)
      )
        found.push(index)
    })
    return Int32Array.from(found)
  }

  begins(index: number, text: string): boolean {
    return this.#texts[index]?.startsWith(text) ?? false
  }
}

function bitsOf(text: string): Int32Array {
  const bits = new Int32Array(words)
  for (let at = 0; at + 2 < text.length; at++) {
    const three = text.charCodeAt(at) + 37 * text.charCodeAt(at + 1) + 1369 * text.charCodeAt(at + 2)
    const bit = Math.imul(three, 0x9e3779b1) >>> 25
    bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31))
  }
  return bits
}
