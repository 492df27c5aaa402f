// Which keys a table may hold, in eight megabytes however many they are: "no" is always right, "yes" nearly always up to ten million keys.

const words = 2 ** 21
const marksPerKey = 3

/** A Bloom filter. */
export class KeyFilter {
  readonly #words = new Uint32Array(words)

  add(key: string): void {
    const hash = hashOf(key)
    const step = stepOf(hash)
    for (let n = 0, mark = hash; n < marksPerKey; n++, mark += step) {
      const word = wordOf(mark)
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (mark & 31))
    }
  }

  /** False if the key was certainly never added. */
  mayHave(key: string): boolean {
    const hash = hashOf(key)
    const step = stepOf(hash)
    for (let n = 0, mark = hash; n < marksPerKey; n++, mark += step)
      if (((this.#words[wordOf(mark)] ?? 0) & (1 << (mark & 31))) === 0) return false
    return true
  }
}

function wordOf(mark: number): number {
  return (mark >>> 5) & (words - 1)
}

/** Odd, so that the marks of a key differ. */
function stepOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 1
}

/** 32 bits, each of which depends on the whole text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
