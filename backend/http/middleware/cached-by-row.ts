// Maps rows to cached answers that show them, and tracks changed rows.
import type { RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

/** A read model, or its rows whose key begins with a number: 'catalogue 7' is product 7, 'reviews 7' its reviews. */
export type Shown = ReadModelName | `${ReadModelName} ${number}`

const all = ''

export class CachedByRow {
  readonly #questions = new Map<string, Map<string, Set<string>>>()

  add(question: string, shows: readonly Shown[]): void {
    for (const [readModel, row] of shows.map(partsOf)) {
      const rows = this.#questions.get(readModel) ?? new Map<string, Set<string>>()
      this.#questions.set(readModel, rows)
      const questions = rows.get(row)
      if (questions) questions.add(question)
      else rows.set(row, new Set([question]))
    }
  }

  remove(question: string, shows: readonly Shown[]): void {
    for (const [readModel, row] of shows.map(partsOf)) {
      const questions = this.#questions.get(readModel)?.get(row)
      questions?.delete(question)
      if (questions?.size === 0) this.#questions.get(readModel)?.delete(row)
    }
  }

  showing(readModel: string, rows?: readonly RowNumber[]): string[] {
    const known = this.#questions.get(readModel)
    if (!known) return []
    const wanted = rows ? [all, ...rows.map(String)] : [...known.keys()]
    return wanted.flatMap((row) => [...(known.get(row) ?? [])])
  }
}

/** Changes since a computation began. */
export class ChangedRows {
  readonly #rows = new Map<string, Set<string> | null>()

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  add(readModel: string, rows?: readonly RowNumber[]): void {
    const known = this.#rows.get(readModel)
    if (known === null) return
    if (rows) this.#rows.set(readModel, new Set([...(known ?? []), ...rows.map(String)]))
    else this.#rows.set(readModel, null)
  }

  touches(shows: readonly Shown[]): boolean {
    return shows.map(partsOf).some(([readModel, row]) => {
      const rows = this.#rows.get(readModel)
      return rows === null || (rows !== undefined && (row === all ? rows.size > 0 : rows.has(row)))
    })
  }
}

function partsOf(shown: Shown): [readModel: string, row: string] {
  const [readModel = '', row = all] = shown.split(' ')
  return [readModel, row]
}
