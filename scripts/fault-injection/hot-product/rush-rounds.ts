// Rounds of 200 buyers in two processes for 20 units, on a bad network.
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { openBuyers, sellOut } from './rush.ts'

const [buyers, units, priceCents] = [200, 20, 1050]

export type Rounds = {
  rounds: number
  delayMs: number
  /** Share of packets lost and resent. */
  lostShare: number
}

/**
 * Sells products out and returns problems: units sold twice or left over, remaining holds, money neither used nor
 * refunded.
 */
export async function rushRounds(
  databaseUrl: string,
  { rounds, ...network }: Rounds,
  tell?: (round: number) => void,
): Promise<string[]> {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl)
  opened.defer(() => core.close())
  const crowds = [await openBuyers(databaseUrl, network), await openBuyers(databaseUrl, network)]
  for (const crowd of crowds) opened.defer(crowd.stop)
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const { orders, paid, refunded, moneyIn, stock } = await sellOut(core, crowds, round, buyers, units)
    const found = { sold: new Set(orders).size, ...stock, paid, kept: moneyIn - refunded }
    const wanted = { sold: units, onHand: 0, reserved: 0, paid: units * priceCents, kept: units * priceCents }
    for (const [name, value] of Object.entries(wanted))
      if (found[name as keyof typeof found] !== value)
        problems.push(`round ${round}: ${name} is ${found[name as keyof typeof found]}, not ${value}`)
    tell?.(round)
  }
  return problems
}
