// Types that all commands share, and the pause after a lost race.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { positionOf } from '#backend/eventstore/log/command-ids.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export const maxAttempts = 25

export type CommandContext<Actor extends string = string> = {
  actor: Actor
  correlation: string
  causation?: number
  /**
   * The caller's uuid for its request: a repeat returns the first result. Defaults to a new uuid. A command that
   * changed nothing leaves no record.
   */
  commandId?: string
  /** The request's route and body. The store binds the id to them, the actor, and the stream or kind of command. */
  content?: string
  /** Hears up to where the log tells what the command led to, also if that is nothing or a repeat. */
  onReached?: (position: number) => void
  /** Backdates events for the demo's history; defaults to the database's clock. */
  at?: Date
}

export type Handled<Result> = {
  result: Result
  position: number
  appended: boolean
}

/**
 * A command, or a function that makes one from the state, for rules that read other streams too. Every attempt calls
 * the function again, so its reads are as fresh as the state.
 */
export type Prepared<State, Command> = Command | ((state: State) => Promise<Command>)

export class AlreadyAccepted extends Error {
  override readonly name = 'AlreadyAccepted'
  readonly position: number

  constructor(position: number) {
    super(`accepted before, at position ${position}`)
    this.position = position
  }
}

export type CommandIdentity = { readonly commandId: string; readonly fingerprint: Buffer | undefined }

/** Binds the caller's id to its content, or makes one. `target`: the stream, or the kind of a command over several. */
export function identityOf({ commandId, actor, content = '' }: CommandContext, target: string): CommandIdentity {
  if (commandId === undefined) return { commandId: newCommandId(), fingerprint: undefined }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([actor, target, content]))
    .digest()
  return { commandId, fingerprint }
}

/** The position of an accepted command; undefined for a new one. Throws CommandIdReused. */
export async function findRepeat(
  store: Pick<EventStore, 'findAccepted'>,
  identity: CommandIdentity,
): Promise<number | undefined> {
  return identity.fingerprint && positionOf(await store.findAccepted([identity.commandId]), identity)
}

export function metadataOf<Actor extends string>(
  { actor, correlation, causation }: CommandContext<Actor>,
  cause: string,
): EventMetadata<Actor> {
  return { actor, cause, correlation, ...(causation !== undefined && { causation }) }
}

/** Waits a random time of at most 60 ms, longer after each attempt, so that the other writer goes first. */
export async function pauseAfter(attempts: number): Promise<void> {
  await sleep(Math.random() * Math.min(2 ** attempts, 60))
}

/** A time-ordered (version 7) uuid, so that the index of accepted commands grows at its end. */
export function newCommandId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
