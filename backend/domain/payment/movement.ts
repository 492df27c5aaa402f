// A movement of the shop's bank account: for one order and in one direction, whoever enters it and how often.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { MovementEvent } from './movement.events.ts'

export type Movement = DataOf<MovementEvent, 'MovementEntered'>
export type MovementState = Movement | null
/** `mayCorrect`: it may have been mistyped, as it is set aside for the same order, or was dismissed for another one. */
export type MovementCommand = { type: 'EnterMovement'; mayCorrect: boolean } & Movement

export const movement: Decider<MovementState, MovementCommand, MovementEvent, 'movement'> = {
  category: 'movement',
  initial: null,
  evolve: (_, { data }) => data,
  /** Ignores a repeat. Throws Rejection movement_taken for a number that stands for something else. */
  decide(known, { mayCorrect, ...command }) {
    const { number, orderId, direction, date, amountCents, currency } = command
    const entered = { number, orderId, direction, date, amountCents, currency }
    const names = ['orderId', 'direction', 'date', 'amountCents'] as const
    if (known && names.every((name) => known[name] === entered[name])) return []
    if (known && !(mayCorrect && known.direction === direction)) throw new Rejection('movement_taken')
    return [{ type: 'MovementEntered', data: entered }]
  },
}
