// A fault of the clock.
import type { Fault, Place } from './fault.ts'

const hour = 3_600_000

/**
 * Shifts one or all shops' clocks by an hour and back, while somebody joins. Sessions use the database's clock, so
 * nothing may happen.
 */
export async function jumpingClock({ random, shops, join }: Place): Promise<Fault> {
  const ahead = random.pick([hour, -hour])
  const chosen = random.below(shops.length + 1)
  const isConcerned = (nth: number) => chosen === shops.length || nth === chosen
  const move = async (ahead: number) => {
    const moved = shops.filter((_, nth) => isConcerned(nth))
    await Promise.all(moved.map(({ shop }) => shop.process.ask({ ahead })))
  }
  return {
    name: `clock of ${chosen === shops.length ? 'all shops' : `shop ${chosen}`} an hour ${ahead > 0 ? 'forth' : 'back'}`,
    harm: () => 'nothing',
    async begin() {
      await move(ahead)
      await join(chosen % shops.length)
    },
    end: () => move(0),
  }
}
