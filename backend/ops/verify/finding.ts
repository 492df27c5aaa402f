// What a check looked at and what it found.
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
  /** What it is about: a stream, a position, a row. */
  subject: string
  /** One Spanish sentence that names it. */
  message: string
}

/** Of a kind that is wrong a million times over, the first are named and the others counted. */
export const mostNamed = 1000

/** One check's count: how many things it looked at, how many faults it found, and the first of them by name. */
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
