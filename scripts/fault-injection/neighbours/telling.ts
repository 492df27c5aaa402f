import type { Met } from './neighbour-round.ts'

export function lineOf({ fault, p99, refused, unharmed, recoveredMs }: Met): string {
  const times = p99
    ? `p99 ${Math.round(p99.during)} ms, usually ${Math.round(p99.usual)} ms${p99.isSlow ? ': TOO SLOW' : ''}`
    : 'no p99'
  return `${fault}: ${unharmed} calls of bystanders, ${times}; ${refused} refused of others; all served ${Math.round(recoveredMs)} ms after its end`
}
