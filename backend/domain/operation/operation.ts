// One operation: requested once, ends once.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { OperationEvent } from './operation.events.ts'

export type OperationStage = 'unknown' | 'asked' | 'ended'
type Data<Type extends OperationEvent['type']> = Extract<OperationEvent, { type: Type }>['data']
export type Wanted = Omit<Data<'OperationRequested'>, 'operationId'>
export type OperationCommand =
  | ({ type: 'RequestOperation' } & Data<'OperationRequested'>)
  | ({ type: 'EndOperation' } & Data<'OperationEnded'>)

export const operation: Decider<OperationStage, OperationCommand, OperationEvent, 'operation'> = {
  category: 'operation',
  initial: 'unknown',
  evolve: (_, event) => (event.type === 'OperationRequested' ? 'asked' : 'ended'),
  decide(stage, { type, ...data }) {
    if (type === 'RequestOperation')
      return stage === 'unknown' ? [{ type: 'OperationRequested', data: data as Data<'OperationRequested'> }] : []
    return stage === 'asked' ? [{ type: 'OperationEnded', data: data as Data<'OperationEnded'> }] : []
  },
}
