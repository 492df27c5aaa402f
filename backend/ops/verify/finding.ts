// The types of a check's findings and counts.
export type Check =
  | 'schema'
  | 'positions'
  | 'versions'
  | 'events'
  | 'chain'
  | 'commands'
  | 'jobs'
  | 'stock'
  | 'keys'
  | 'claims'
  | 'accounts'
  | 'counters'
  | 'erased'
  | 'orders'
  | 'money'
  | 'checkpoints'
  | 'dead-letters'
  | 'kept-rows'
  | 'read-models'

export type Finding = {
  check: Check
  subject: string
  message: string
}

/** Names the first findings of a kind and counts the rest. */
export const mostNamed = 1000

/** One check's counts of items and faults, with the first faults by name. */
export class Tally {
  readonly check: Check
  looked: number
  faults = 0
  readonly found: Finding[] = []

  constructor(check: Check, looked = 0) {
    this.check = check
    this.looked = looked
  }

  add(subject: string | number, message: string): void {
    this.faults++
    if (this.found.length < mostNamed) this.found.push({ check: this.check, subject: String(subject), message })
  }
}
