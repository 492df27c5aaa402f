import { repeatableNumbers } from '#backend/demo/repeatable-numbers.ts'

export type Random = {
  below(below: number): number
  pick<T>(items: readonly T[]): T
  uuid(): string
}

export function randomFrom(seed: number): Random {
  const number = repeatableNumbers(seed)
  const next = () => number() * 4_294_967_296
  const below = (limit: number) => next() % limit
  const hex = () => next().toString(16).padStart(8, '0')
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    uuid: () => `${hex()}-${hex().slice(4)}-4${hex().slice(5)}-8${hex().slice(5)}-${hex()}${hex().slice(4)}`,
  }
}
