// Stores numbers per product in typed arrays, which take few bytes and are fast to scan.

type TypedArray = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

export function withRoom<Column extends TypedArray>(column: Column, length: number): Column {
  if (length <= column.length) return column
  const Larger = column.constructor as new (length: number) => Column
  const larger = new Larger(Math.max(64, Math.ceil(length * 1.25)))
  larger.set(column)
  return larger
}

/** Lists of integers per index, end to end in one array. */
export class IntLists {
  #values = new Int32Array(256)
  #starts = new Int32Array(64)
  #lengths = new Int32Array(64)
  #used = 0
  #alive = 0

  /** All lists; index's one lies from start(index) to end(index), exclusive. */
  get values(): Int32Array {
    return this.#values
  }

  start(index: number): number {
    return this.#starts[index] ?? 0
  }

  end(index: number): number {
    return (this.#starts[index] ?? 0) + (this.#lengths[index] ?? 0)
  }

  get bytes(): number {
    return this.#values.byteLength + this.#starts.byteLength + this.#lengths.byteLength
  }

  set(index: number, list: readonly number[]): void {
    this.#starts = withRoom(this.#starts, index + 1)
    this.#lengths = withRoom(this.#lengths, index + 1)
    const before = this.#lengths[index] ?? 0
    this.#alive += list.length - before
    if (list.length > before) {
      if (this.#used > 2 * this.#alive + 1024) this.#compact()
      this.#values = withRoom(this.#values, this.#used + list.length)
      this.#starts[index] = this.#used
      this.#used += list.length
    }
    this.#values.set(list, this.#starts[index])
    this.#lengths[index] = list.length
  }

  #compact(): void {
    const values = new Int32Array(this.#values.length)
    let used = 0
    this.#starts.forEach((start, index) => {
      const list = this.#values.subarray(start, start + (this.#lengths[index] ?? 0))
      this.#starts[index] = used
      values.set(list, used)
      used += list.length
    })
    this.#values = values
    this.#used = used
  }
}

export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []

  get size(): number {
    return this.#texts.length
  }

  of(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }

  find(text: string): number {
    return this.#numbers.get(text) ?? -1
  }

  text(number: number): string {
    return this.#texts[number] ?? ''
  }
}
