// A batch is requested, ends and is undone once each.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { BatchEvent } from './batch.events.ts'

export type BatchStage = 'unknown' | 'requested' | 'cancelled' | 'applied' | 'undoing' | 'undone'
export type BatchCommand =
  | ({ type: 'RequestBatch' } & DataOf<BatchEvent, 'BatchRequested'>)
  | ({ type: 'CancelBatch' } & DataOf<BatchEvent, 'BatchCancelled'>)
  | ({ type: 'EndBatch' } & DataOf<BatchEvent, 'BatchApplied'>)
  | ({ type: 'UndoBatch' } & DataOf<BatchEvent, 'BatchUndoRequested'>)
  | ({ type: 'EndUndo' } & DataOf<BatchEvent, 'BatchUndone'>)

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
