// A filter of eight megabytes at most over a table's keys: "no" is always right, "yes" nearly always up to ten million
// keys.

const pages = 2 ** 11
const wordsPerPage = 2 ** 10
const marksPerKey = 3
const blank = new Uint32Array(wordsPerPage)

export class KeyFilter {
  readonly #pages: Uint32Array[] = Array.from({ length: pages }, () => blank)

  add(key: string): void {
    const hash = hashOf(key)
    const step = stepOf(hash)
    for (let n = 0, mark = hash; n < marksPerKey; n++, mark += step) {
      const page = this.#pageToMark(mark)
      const word = wordOf(mark)
      page[word] = (page[word] ?? 0) | (1 << (mark & 31))
    }
  }

  /** False only for a key that was never added. */
  mayHave(key: string): boolean {
    const hash = hashOf(key)
    const step = stepOf(hash)
    for (let n = 0, mark = hash; n < marksPerKey; n++, mark += step) {
      const page = this.#pages[pageOf(mark)] ?? blank
      if (((page[wordOf(mark)] ?? 0) & (1 << (mark & 31))) === 0) return false
    }
    return true
  }

  #pageToMark(mark: number): Uint32Array {
    const at = pageOf(mark)
    const page = this.#pages[at] ?? blank
    if (page !== blank) return page
    const made = new Uint32Array(wordsPerPage)
    this.#pages[at] = made
    return made
  }
}

function pageOf(mark: number): number {
  return (mark >>> 15) & (pages - 1)
}

function wordOf(mark: number): number {
  return (mark >>> 5) & (wordsPerPage - 1)
}

function stepOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 1
}

export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
