// Runs an action on many rows one by one: progress, refusals with reasons, and undo.
import { useState } from 'react'
import { formMessageOf } from '#frontend/api-error.ts'
import type { Choosing } from '#frontend/features/panel/panel-table.tsx'

export type BulkAct<Item> = {
  label: string
  /** Past participle of the result: 'desactivados'. */
  done: string
  isFor: (item: Item) => boolean
  run: (item: Item) => Promise<unknown>
  /** Absent: no undo. */
  undo?: (item: Item) => Promise<unknown>
  isDanger?: boolean
}
export type BulkReport<Item> = {
  act: BulkAct<Item>
  done: readonly Item[]
  failed: readonly { item: Item; reason: string }[]
  isUndone: boolean
}
type Progress = { label: string; done: number; total: number }

/** `onEnd` refetches the list. The choice persists across pages. */
export function useBulk<Item>(keyOf: (item: Item) => number, nameOf: (item: Item) => string, onEnd: () => unknown) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Item>>(new Map())
  const [progress, setProgress] = useState<Progress | null>(null)
  const [report, setReport] = useState<BulkReport<Item> | null>(null)
  const each = async (label: string, items: readonly Item[], work: BulkAct<Item>['run']) => {
    const outcome = await doEach(items, work, (done) => setProgress({ label, done, total: items.length }))
    setProgress(null)
    await onEnd()
    return outcome
  }

  const choose = (rows: readonly Item[], isChosen: boolean) => {
    const pairs = rows.map((row): [number, Item] => [keyOf(row), row])
    setChosen(isChosen ? new Map([...chosen, ...pairs]) : withoutKeys(chosen, new Map(pairs)))
  }
  const run = async (act: BulkAct<Item>) => {
    setReport(null)
    const outcome = await each(act.label, [...chosen.values()].filter(act.isFor), act.run)
    setChosen(new Map())
    setReport({ act, ...outcome, isUndone: false })
  }
  const undo = async ({ act, done }: BulkReport<Item>) => {
    if (!act.undo) return
    const outcome = await each('Deshacer', done, act.undo)
    setReport({ act, ...outcome, isUndone: true })
  }
  const choosing: Choosing<Item> = { isChosen: (row) => chosen.has(keyOf(row)), onChoose: choose, nameOf }
  return {
    choosing,
    progress,
    report,
    run,
    undo,
    chosen: [...chosen.values()],
    forget: () => setChosen(new Map()),
    close: () => setReport(null),
  }
}

function withoutKeys<Item>(from: ReadonlyMap<number, Item>, left: ReadonlyMap<number, unknown>): Map<number, Item> {
  return new Map([...from].filter(([key]) => !left.has(key)))
}

/** Sequential, so that the shop isn't flooded; a refusal doesn't stop the rest. */
async function doEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  at: (done: number) => void,
) {
  const done: Item[] = []
  const failed: { item: Item; reason: string }[] = []
  for (const [index, item] of items.entries()) {
    at(index)
    await work(item).then(
      () => done.push(item),
      (error: unknown) => failed.push({ item, reason: formMessageOf(error, []) }),
    )
  }
  return { done, failed }
}
