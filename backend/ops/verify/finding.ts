// What a check found.
export type Check =
  | 'positions'
  | 'versions'
  | 'events'
  | 'stock'
  | 'keys'
  | 'claims'
  | 'counters'
  | 'erased'
  | 'orders'
  | 'money'
  | 'checkpoints'
  | 'dead-letters'
  | 'read-models'

export type Finding = {
  check: Check
  /** What it is about: a stream, a position, a row. */
  subject: string
  /** One Spanish sentence that names it. */
  message: string
}
