// Random numbers that a seed repeats.

export type Random = {
  /** 0..below-1. */
  below(below: number): number
  pick<T>(items: readonly T[]): T
  /** A version 4 uuid. */
  uuid(): string
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  const hex = () => next().toString(16).padStart(8, '0')
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    uuid: () => `${hex()}-${hex().slice(4)}-4${hex().slice(5)}-8${hex().slice(5)}-${hex()}${hex().slice(4)}`,
  }
}
