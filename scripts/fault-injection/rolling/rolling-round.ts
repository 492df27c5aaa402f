// One run: restarts all processes of a shop one by one.
import type { Member } from './fleet.ts'
import { type Borne, type Load, underLoad } from './under-load.ts'

export type Rolling = Omit<Load, 'seconds'> & {
  rounds: number
  /** The first two also feed and work. */
  processes: number
}

const restartSeconds = 12

export function rollOver(databaseUrl: string, one: Rolling, tell: (line: string) => void): Promise<Borne> {
  const { rounds, processes } = one
  const members = Array.from({ length: processes }, (_, nth): Member => ({ role: nth < 2 ? 'both' : 'web' }))
  const load = { ...one, seconds: rounds * processes * restartSeconds }
  return underLoad(databaseUrl, members, load, async (underway) => {
    for (let round = 1; round <= rounds; round++) {
      for (const nth of members.keys()) {
        await underway.end(nth)
        await underway.begin(nth)
      }
      tell(`all ${processes} processes restarted ${round} of ${rounds} times`)
    }
  })
}
