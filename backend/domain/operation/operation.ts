// One operation: requested once, ends once.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { OperationEvent } from './operation.events.ts'

export type OperationStage = 'unknown' | 'asked' | 'ended'
export type Wanted = Omit<DataOf<OperationEvent, 'OperationRequested'>, 'operationId'>
export type OperationCommand =
  | ({ type: 'RequestOperation' } & DataOf<OperationEvent, 'OperationRequested'>)
  | ({ type: 'EndOperation' } & DataOf<OperationEvent, 'OperationEnded'>)

export const operation: Decider<OperationStage, OperationCommand, OperationEvent, 'operation'> = {
  category: 'operation',
  initial: 'unknown',
  evolve: (_, event) => (event.type === 'OperationRequested' ? 'asked' : 'ended'),
  decide(stage, { type, ...data }) {
    if (type === 'RequestOperation')
      return stage === 'unknown'
        ? [{ type: 'OperationRequested', data: data as DataOf<OperationEvent, 'OperationRequested'> }]
        : []
    return stage === 'asked' ? [{ type: 'OperationEnded', data: data as DataOf<OperationEvent, 'OperationEnded'> }] : []
  },
}
