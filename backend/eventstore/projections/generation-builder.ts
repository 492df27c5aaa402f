// Builds a generation from the log: folds in memory, writes in bulk, adds indexes, checks a sample, and ends `ready`.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { type Difference, differingRows } from './differing-rows.ts'
import { FoldTable } from './folding/fold-table.ts'
import { type Generation, indexGeneration, tableOf } from './generation.ts'
import { LogFold, RebuildStopped, readSkips } from './log-fold.ts'
import { appliedByLive } from './parked/dead-letters.ts'
import type { PoisonedEvent, Projection } from './projection.ts'
import { park, parkedOf } from './row-writer.ts'

const commitIntervalMs = 1000
const maxBehind = 2000

export type RebuildPhase = 'replay' | 'indexes' | 'check' | 'cut-over'
export type RebuildProgress = (phase: RebuildPhase, done: number, total: number) => void

export class RebuildCancelled extends Error {
  override readonly name = 'RebuildCancelled'
}

export type BuilderParts = {
  pool: pg.Pool
  store: EventStore
  projection: Projection
  progress?: RebuildProgress
  signal?: AbortSignal
  commitEveryMs?: number
}

export class GenerationBuilder {
  readonly #parts: BuilderParts
  readonly #client: pg.ClientBase
  readonly #generation: Generation
  readonly #table: FoldTable

  constructor(parts: BuilderParts, client: pg.ClientBase, generation: Generation) {
    this.#parts = parts
    this.#client = client
    this.#generation = generation
    const target = { projection: parts.projection, table: tableOf(generation) }
    this.#table = new FoldTable(client, target, { isEmpty: generation.pos === 0 })
  }

  async build(): Promise<void> {
    try {
      await this.#build()
    } finally {
      await this.#table.rollback()
    }
  }

  async #build(): Promise<void> {
    const { store, projection, progress } = this.#parts
    const skips = await readSkips(store, projection.name)
    const position = this.#generation.pos
    const leftOut = await parkedOf(this.#client, this.#generation.generation)
    const stopAt = (poisoned: readonly PoisonedEvent[]) => appliedByLive(this.#parts.pool, projection.name, poisoned)
    // A resumed fold lacks the rows' beginnings.
    const samples = position === 0
    const fold = new LogFold({ store, projection, skips, position, rows: this.#table, leftOut, stopAt, samples })
    await this.#replay(fold)
    progress?.('indexes', 0, 1)
    await indexGeneration(this.#client, projection, this.#generation)
    progress?.('indexes', 1, 1)
    await this.#replay(fold)
    await this.#check(fold)
    await this.#commit(fold, 'ready', fold.position)
    await notifyGenerations(this.#client) // a process that runs this version feeds it from here on
  }

  /** Replays up to a recent head, since a busy log never stands still. */
  async #replay(fold: LogFold): Promise<void> {
    const { store, signal, progress, commitEveryMs = commitIntervalMs } = this.#parts
    let committedAt = performance.now()
    for (let head = await store.head(); fold.position < head; head = await this.#nextGoal(fold.position)) {
      await fold.advance(head, async () => {
        signal?.throwIfAborted()
        progress?.('replay', fold.position, head)
        if (performance.now() - committedAt <= commitEveryMs) return
        await this.#commit(fold, 'building', head)
        committedAt = performance.now()
      })
      await this.#commit(fold, 'building', head)
    }
  }

  async #nextGoal(position: number): Promise<number> {
    const head = await this.#parts.store.head()
    return head - position > maxBehind ? head : position
  }

  async #commit(fold: LogFold, state: 'building' | 'ready', target: number): Promise<void> {
    const { name, generation, epoch } = this.#generation
    await this.#table.write(fold.memory.takeChanged())
    await this.#table.begin()
    await park(this.#client, this.#generation, fold.takeParked())
    const { rowCount } = await this.#client.query(
      'update es.subscriptions set pos = $3, target = $4, state = $5, updated_at = now() where generation = $1 and epoch = $2',
      [generation, epoch, fold.position, target, state],
    )
    if (rowCount !== 1) throw new RebuildCancelled(`${name}: another process builds it or cancelled it`)
    await this.#table.commit()
  }

  async #check({ sample }: LogFold): Promise<void> {
    const { projection, progress } = this.#parts
    progress?.('check', 0, 1)
    const { row: parked } = await parkedOf(this.#client, this.#generation.generation)
    const folded = [...sample].flatMap(([text, one]) => (parked.has(text) ? [] : one))
    const [table, key] = [tableOf(this.#generation), projection.primaryKey.join(', ')]
    // Passes both sides through the table's types, so that times and numbers compare as stored.
    const { rows: wrong } = await this.#client.query<Difference>(
      `with k as (select ${key} from json_populate_recordset(null::${table}, $1)),
         stored as (select t.* from ${table} t join k using (${key})),
         expected as (select * from json_populate_recordset(null::${table}, $2))
       ${differingRows(projection, 'stored', 'expected')}`,
      [folded.map((one) => one.key), folded.flatMap(({ row }) => row ?? [])].map((some) => JSON.stringify(some)),
    )
    const keys = wrong.map((one) => one.key).join(' ')
    if (keys !== '') throw new RebuildStopped(`${projection.name}: the new rows are not the fold of the log (${keys})`)
    progress?.('check', 1, 1)
  }
}
