// The language of the decider specs: given(decider, events).when(command).then(events) or .rejects(code).
import { expect } from 'vitest'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import { type Decider, fold } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'

export function given<State, Command, Event extends AnyEvent>(
  decider: Decider<State, Command, Event>,
  ...history: Event[]
) {
  return {
    when(command: Command) {
      const state = fold(decider, history)
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then is the field's language; nobody awaits it
        then(...expected: Event[]) {
          expect(decider.decide(state, command)).toEqual(expected)
        },
        nothing() {
          expect(decider.decide(state, command)).toEqual([])
        },
        rejects(code: RejectionCode, details: Record<string, unknown> = {}) {
          const decide = () => decider.decide(state, command)
          expect(decide).toThrow(Rejection)
          try {
            decide()
          } catch (error) {
            expect(error).toMatchObject({ code, details })
          }
        },
      }
    },
  }
}
