// A batch is requested, ends and is undone once each.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { BatchEvent } from './batch.events.ts'

export type BatchStage = 'unknown' | 'requested' | 'cancelled' | 'applied' | 'undoing' | 'undone'
type Data<Type extends BatchEvent['type']> = Extract<BatchEvent, { type: Type }>['data']
export type BatchCommand =
  | ({ type: 'RequestBatch' } & Data<'BatchRequested'>)
  | ({ type: 'CancelBatch' } & Data<'BatchCancelled'>)
  | ({ type: 'EndBatch' } & Data<'BatchApplied'>)
  | ({ type: 'UndoBatch' } & Data<'BatchUndoRequested'>)
  | ({ type: 'EndUndo' } & Data<'BatchUndone'>)

const after: Readonly<Record<BatchEvent['type'], BatchStage>> = {
  BatchRequested: 'requested',
  BatchCancelled: 'cancelled',
  BatchApplied: 'applied',
  BatchUndoRequested: 'undoing',
  BatchUndone: 'undone',
}

const steps: Readonly<Record<BatchCommand['type'], { from: BatchStage; event: BatchEvent['type'] }>> = {
  RequestBatch: { from: 'unknown', event: 'BatchRequested' },
  CancelBatch: { from: 'requested', event: 'BatchCancelled' },
  EndBatch: { from: 'requested', event: 'BatchApplied' },
  UndoBatch: { from: 'applied', event: 'BatchUndoRequested' },
  EndUndo: { from: 'undoing', event: 'BatchUndone' },
}

export const batch: Decider<BatchStage, BatchCommand, BatchEvent, 'batch'> = {
  category: 'batch',
  initial: 'unknown',
  evolve: (_, event) => after[event.type],
  decide(stage, { type, ...data }) {
    const { from, event } = steps[type]
    return stage === from ? [{ type: event, data } as BatchEvent] : []
  },
}
