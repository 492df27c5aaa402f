// Round after round, 200 buyers in two processes want 20 units, on a network as bad as wanted.
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { openBuyers, sellOut } from './rush.ts'

const [buyers, units, priceCents] = [200, 20, 1050]

export type Rounds = {
  rounds: number
  /** Of every packet, each way. */
  delayMs: number
  /** Of all packets: what is lost is sent again. */
  lostShare: number
}

/** Sells so many products out and returns what is wrong: units sold twice or left, holds left, money that was not for an order nor went back. */
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
