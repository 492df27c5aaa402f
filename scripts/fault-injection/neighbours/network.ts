// Network faults between one shop and its database.
import { type Fault, harmOfOne, type Place } from './fault.ts'

/** Cuts an append's message short: its transaction holds the order lock, which all writers need. */
export async function halfSentMessage({ random, shops }: Place): Promise<Fault> {
  const shop = random.below(shops.length)
  const when = random.pick(['end', 'end and answer'] as const)
  const network = shops[shop]?.network
  return {
    name: `half-sent append of shop ${shop} (${when} lost)`,
    harm: ({ kind }) => (kind === 'add' ? 'refusals' : 'nothing'),
    begin: async () => network?.arm({ when, of: 'es.append' }),
    end: async () => network?.disarm(),
  }
}

export async function slowNetwork({ random, shops }: Place): Promise<Fault> {
  const shop = random.below(shops.length)
  const delay = 20 + random.below(80)
  return {
    name: `slow network of shop ${shop} (${delay} ms each way)`,
    harm: (call) => harmOfOne(shop, call),
    begin: async () => shops[shop]?.network.slow({ delayMs: delay }),
    end: async () => shops[shop]?.network.heal(),
  }
}

/** Loses some packets; later ones wait for the retransmission. */
export async function lossyNetwork({ random, shops }: Place): Promise<Fault> {
  const shop = random.below(shops.length)
  const [delay, percent] = [5 + random.below(20), 1 + random.below(5)]
  return {
    name: `lossy network of shop ${shop} (${percent} % lost, ${delay} ms each way)`,
    harm: (call) => harmOfOne(shop, call),
    begin: async () => shops[shop]?.network.slow({ delayMs: delay, lostShare: percent / 100 }),
    end: async () => shops[shop]?.network.heal(),
  }
}

/** Drops everything silently in both directions. */
export async function swallowingNetwork({ random, shops }: Place): Promise<Fault> {
  const shop = random.below(shops.length)
  return {
    name: `swallowing network of shop ${shop}`,
    harm: (call) => harmOfOne(shop, call),
    begin: async () => shops[shop]?.network.swallow(),
    end: async () => shops[shop]?.network.heal(),
    longestMs: 6000,
    recoversMs: 10_000,
  }
}
