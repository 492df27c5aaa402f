// Which replicas may answer for the primary now: those that say they are standbys of it and show what it had a moment ago.
import { setTimeout as sleep } from 'node:timers/promises'
import { Replica } from './replica.ts'
import { ServerProbe, type Standing } from './server-probe.ts'

/** How often each server is asked, in milliseconds. */
const askEveryMs = 200
/** What a replica shows is at most so old, in milliseconds. */
const maxAgeMs = 1000
/** While the primary answers nobody, replicas go on for so long with what it had at last, in milliseconds. */
const withoutPrimaryMs = 60_000
/** Time to connect to a server and to ask it twice, in milliseconds. */
const lookMs = 1500
/** Long enough to judge any replica that may still be used. */
const maxSamples = 50

/** used; away: it does not answer; promoted: it is no standby (any more); foreign: of another cluster; ahead: it has what the primary has lost; late. */
export const replicaStates = ['used', 'away', 'promoted', 'foreign', 'ahead', 'late'] as const
export type ReplicaState = (typeof replicaStates)[number]
/** lagSeconds: how old what it shows may be; null if it was never seen to show what the primary had. */
export type ReplicaReport = { name: string; state: ReplicaState; lagSeconds: number | null }

/** What the primary had flushed, at the latest, at a moment of performance.now(). */
type Sample = { at: number; walBytes: number; cluster: string }

export class Replicas {
  readonly all: readonly Replica[]
  readonly #primaryUrl: string
  readonly #stop = new AbortController()
  /** Newest first. */
  #samples: Sample[] = []
  /** Something that positions do not tell changed at the primary then: replicas have to be as fresh. */
  #doubtedAt = Number.NEGATIVE_INFINITY
  #running: Promise<unknown> = Promise.resolve()

  /** replicaUrls: with the same login and database as the primary's. */
  constructor(primaryUrl: string, replicaUrls: readonly string[]) {
    this.#primaryUrl = primaryUrl
    this.all = replicaUrls.map((url) => new Replica(url))
  }

  /** Asks the servers from now on, until stop. Without replicas nobody is asked. */
  start(): void {
    if (this.all.length === 0) return
    this.#running = Promise.all([
      this.#ask(this.#primaryUrl, (standing, at) => {
        if (standing && !standing.isStandby) this.#sampled({ ...standing, at })
      }),
      ...this.all.map((replica) => this.#watch(replica)),
    ])
  }

  /** Resolves once every replica is used, or was asked so often that it would be if it could. */
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

  /** The least busy of those that may be used; undefined if the primary has to answer. */
  choose(): Replica | undefined {
    let chosen: Replica | undefined
    for (const replica of this.all)
      if (this.#stateOf(replica) === 'used' && (!chosen || replica.busy < chosen.busy)) chosen = replica
    return chosen
  }

  /**
   * While the primary does not answer: the standbys of it that do, however late they are held to be, the least busy first. Who asks has to see for
   * himself that one shows what is needed.
   */
  standbys(): Replica[] {
    const [sample] = this.#samples
    const usable = this.all.filter(
      ({ standing, isAhead }) =>
        standing?.isStandby && !isAhead && standing.cluster === (sample?.cluster ?? standing.cluster),
    )
    return usable.sort((a, b) => a.busy - b.busy)
  }

  /** Replicas are used again once they show what the primary has now. */
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

  #stateOf({ standing, freshUntil, isAhead }: Replica): ReplicaState {
    if (!standing) return 'away'
    if (!standing.isStandby) return 'promoted'
    const [sample] = this.#samples
    if (sample && sample.cluster !== standing.cluster) return 'foreign'
    if (isAhead) return 'ahead'
    return this.#reference() - freshUntil <= this.#allowedAge() && freshUntil >= this.#doubtedAt ? 'used' : 'late'
  }

  /**
   * A primary that was cut off from its standbys goes on writing, and acknowledges none of it, until it stops: what it flushed then was never
   * shown, and nobody has newer pages than its standbys.
   */
  #allowedAge(): number {
    return this.#isSilent() ? withoutPrimaryMs : maxAgeMs
  }

  /** What ages are counted from: now, or the primary's last word while it is silent. */
  #reference(): number {
    const [sample] = this.#samples
    return sample && this.#isSilent() ? sample.at : performance.now()
  }

  /** The primary says nothing, and has not for so long that its last word is worth nothing. */
  #isSilent(): boolean {
    const silentMs = performance.now() - (this.#samples[0]?.at ?? Number.NEGATIVE_INFINITY)
    return silentMs > maxAgeMs && silentMs < withoutPrimaryMs
  }

  #sampled(sample: Sample): void {
    for (const replica of this.all) replica.isAhead = (replica.standing?.walBytes ?? 0) > sample.walBytes
    this.#samples = [sample, ...this.#samples].slice(0, maxSamples)
  }

  async #watch(replica: Replica): Promise<void> {
    let wasStandby = false
    await this.#ask(replica.url, (standing) => {
      // A session that began on a standby lives on when it is promoted.
      if (!standing || (wasStandby && !standing.isStandby)) replica.leave()
      wasStandby = standing?.isStandby === true
      replica.standing = standing
      const shown = standing && this.#samples.find(({ walBytes }) => walBytes <= standing.walBytes)
      if (shown) replica.freshUntil = shown.at
    })
  }

  /** at: performance.now() before the question; standing undefined: there was no answer. */
  async #ask(url: string, tell: (standing: Standing | undefined, at: number) => void): Promise<void> {
    const probe = new ServerProbe(url)
    const { signal } = this.#stop
    while (!signal.aborted) {
      const at = performance.now()
      const standing = await probe.ask().catch(() => undefined)
      if (!signal.aborted) tell(standing, at)
      await sleep(askEveryMs, undefined, { signal }).catch(() => undefined)
    }
    probe.close()
  }
}
