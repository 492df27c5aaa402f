// Chooses replicas to answer for the primary: its standbys, if fresh enough.
import { setTimeout as sleep } from 'node:timers/promises'
import { Replica } from './replica.ts'
import { openProbe, type ServerStatus } from './server-probe.ts'

const askEveryMs = 200
/** Maximum staleness of a usable replica, in milliseconds. */
const maxAgeMs = 1000
/** Replicas serve a silent primary's last state for this long, in milliseconds. */
const withoutPrimaryMs = 60_000
const lookMs = 1500
const maxSamples = 50

/** away: no answer; promoted: no standby (now); foreign: another cluster's; ahead: has log that the primary lost. */
export const replicaStates = ['used', 'away', 'promoted', 'foreign', 'ahead', 'late'] as const
export type ReplicaState = (typeof replicaStates)[number]
export type ReplicaReport = { name: string; state: ReplicaState; lagSeconds: number | null }

type Sample = { at: number; walBytes: number; cluster: string }

export class Replicas {
  readonly all: readonly Replica[]
  readonly #primaryUrl: string
  readonly #stop = new AbortController()
  #samples: Sample[] = []
  /** Time of a change at the primary that positions don't show; replicas must be at least as fresh. */
  #doubtedAt = Number.NEGATIVE_INFINITY
  #running: Promise<unknown> = Promise.resolve()

  constructor(primaryUrl: string, replicaUrls: readonly string[]) {
    this.#primaryUrl = primaryUrl
    this.all = replicaUrls.map((url) => new Replica(url))
  }

  start(): void {
    if (this.all.length === 0) return
    this.#running = Promise.all([
      this.#ask(this.#primaryUrl, (status, at) => {
        if (status && !status.isStandby) this.#sampled({ ...status, at })
      }),
      ...this.all.map((replica) => this.#watch(replica)),
    ])
  }

  async looked(): Promise<void> {
    const since = performance.now()
    while (this.all.some((replica) => this.#stateOf(replica) !== 'used') && performance.now() - since < lookMs)
      await sleep(askEveryMs / 4)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    for (const replica of this.all) replica.leave()
  }

  choose(): Replica | undefined {
    let chosen: Replica | undefined
    for (const replica of this.all)
      if (this.#stateOf(replica) === 'used' && (!chosen || replica.busy < chosen.busy)) chosen = replica
    return chosen
  }

  /** Standbys while the primary is silent, least busy first, however stale: callers check what one shows. */
  standbys(): Replica[] {
    const [sample] = this.#samples
    const usable = this.all.filter(
      ({ status, isAhead }) => status?.isStandby && !isAhead && status.cluster === (sample?.cluster ?? status.cluster),
    )
    return usable.sort((a, b) => a.busy - b.busy)
  }

  /** Requires replicas to catch up with the primary's present state before their next use. */
  doubt(): void {
    this.#doubtedAt = performance.now()
  }

  report(): ReplicaReport[] {
    return this.all.map((replica) => {
      const age = (this.#reference() - replica.freshUntil) / 1000
      return {
        name: replica.name,
        state: this.#stateOf(replica),
        lagSeconds: Number.isFinite(age) ? Math.max(0, age) : null,
      }
    })
  }

  #stateOf({ status, freshUntil, isAhead }: Replica): ReplicaState {
    if (!status) return 'away'
    if (!status.isStandby) return 'promoted'
    const [sample] = this.#samples
    if (sample && sample.cluster !== status.cluster) return 'foreign'
    if (isAhead) return 'ahead'
    return this.#reference() - freshUntil <= this.#allowedAge() && freshUntil >= this.#doubtedAt ? 'used' : 'late'
  }

  /** A primary cut off from its standbys acknowledges nothing, so theirs is the newest acknowledged state. */
  #allowedAge(): number {
    return this.#isSilent() ? withoutPrimaryMs : maxAgeMs
  }

  #reference(): number {
    const [sample] = this.#samples
    return sample && this.#isSilent() ? sample.at : performance.now()
  }

  #isSilent(): boolean {
    const silentMs = performance.now() - (this.#samples[0]?.at ?? Number.NEGATIVE_INFINITY)
    return silentMs > maxAgeMs && silentMs < withoutPrimaryMs
  }

  #sampled(sample: Sample): void {
    for (const replica of this.all) replica.isAhead = (replica.status?.walBytes ?? 0) > sample.walBytes
    this.#samples = [sample, ...this.#samples].slice(0, maxSamples)
  }

  async #watch(replica: Replica): Promise<void> {
    let wasStandby = false
    await this.#ask(replica.url, (status) => {
      if (!status || (wasStandby && !status.isStandby)) replica.leave()
      wasStandby = status?.isStandby === true
      replica.status = status
      const shown = status && this.#samples.find(({ walBytes }) => walBytes <= status.walBytes)
      if (shown) replica.freshUntil = shown.at
    })
  }

  /** `at`: performance.now() before the question; `status` undefined: no answer. */
  async #ask(url: string, tell: (status: ServerStatus | undefined, at: number) => void): Promise<void> {
    const probe = openProbe(url)
    const { signal } = this.#stop
    while (!signal.aborted) {
      const at = performance.now()
      const status = await probe.ask()
      if (!signal.aborted) tell(status, at)
      await sleep(askEveryMs, undefined, { signal }).catch(() => undefined)
    }
    probe.close()
  }
}
