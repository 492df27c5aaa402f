import type { RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

/** Members, order and counts of every list of the catalogue in memory, but not what its products' cards say. */
export const listsOfCatalogue = 'catalogue lists'

/** A read model, or its rows whose key begins with a number: 'catalogue 7' is product 7, 'reviews 7' its reviews. */
export type Shown = ReadModelName | `${ReadModelName} ${number}` | typeof listsOfCatalogue

const anyOf = (readModel: string) => `${readModel} *`
const marksOf = (shows: readonly Shown[]) => shows.flatMap((shown) => [shown, anyOf(shown.split(' ', 1)[0] ?? '')])

/** Marks of a change; without rows any may have changed. */
export function changesOf(readModel: string, rows?: readonly RowNumber[]): string[] {
  return rows ? [readModel, ...rows.map((row) => `${readModel} ${row}`)] : [anyOf(readModel)]
}

export function isTouched(shows: readonly Shown[], changes: ReadonlySet<string>): boolean {
  return marksOf(shows).some((mark) => changes.has(mark))
}

export class CachedByRow {
  readonly #questions = new Map<string, Set<string>>()

  add(question: string, shows: readonly Shown[]): void {
    for (const mark of marksOf(shows)) {
      const questions = this.#questions.get(mark)
      if (questions) questions.add(question)
      else this.#questions.set(mark, new Set([question]))
    }
  }

  remove(question: string, shows: readonly Shown[]): void {
    for (const mark of marksOf(shows)) {
      const questions = this.#questions.get(mark)
      questions?.delete(question)
      if (questions?.size === 0) this.#questions.delete(mark)
    }
  }

  touchedBy(changes: readonly string[]): string[] {
    return changes.flatMap((mark) => [...(this.#questions.get(mark) ?? [])])
  }
}
