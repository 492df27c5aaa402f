// Metrics of the servers that answer reads, replicas included.
import { Counter, Gauge, type Registry } from 'prom-client'

export type Replicated = {
  replicas: {
    report(): readonly { name: string; state: string; lagSeconds: number | null }[]
  }
  readServers: {
    readonly answered: ReadonlyMap<string, number>
    readonly repeated: Readonly<Record<'behind' | 'failed', number>>
  }
}

export function replicaGauges(registry: Registry, { replicas, readServers }: Replicated): void {
  stateGauges([registry], replicas)
  readCounters([registry], readServers)
}

function stateGauges(registers: Registry[], replicas: Replicated['replicas']): void {
  new Gauge({
    name: 'gamertech_replica',
    help: '1 for each replica, with the state it is in: used, or why it is not',
    labelNames: ['replica', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { name: replica, state } of replicas.report()) this.set({ replica, state }, 1)
    },
  })
  new Gauge({
    name: 'gamertech_replica_lag_seconds',
    help: 'How old what a replica shows may be',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset()
      for (const { name: replica, lagSeconds } of replicas.report())
        if (lagSeconds !== null) this.set({ replica }, lagSeconds)
    },
  })
}

function readCounters(registers: Registry[], readServers: Replicated['readServers']): void {
  new Counter({
    name: 'gamertech_page_reads_total',
    help: 'Queries for pages by the server that answered',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      for (const [server, reads] of readServers.answered) this.inc({ server }, reads)
    },
  })
  new Counter({
    name: 'gamertech_page_reads_repeated_total',
    help: 'Queries for pages that a replica left to the primary: it was behind, or it failed',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, reads] of Object.entries(readServers.repeated)) this.inc({ reason }, reads)
    },
  })
}
