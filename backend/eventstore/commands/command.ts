// What every command carries and returns, and how long an attempt waits that lost a race for its stream.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'

/** After so many lost races the caller gets the VersionConflict. */
export const maxAttempts = 25

/** Actor: those that the log of the application names. */
export type CommandContext<Actor extends string = string> = {
  actor: Actor
  correlation: string
  /** Position of the event that led to the command, if one did. */
  causation?: number
  /**
   * uuid by which the caller knows its request: what it led to is returned however often it is repeated. Default: an id of the command's own.
   * Nothing is remembered of a command that changed nothing.
   */
  commandId?: string
  /** What the request asks for, its route included. The id is bound to it, to the actor, and to the stream or the kind of command. */
  content?: string
  /** When it happened, for the demo's history; default: now by the database's clock. */
  at?: Date
}

/** What a command led to. */
export type Handled<Result> = {
  result: Result
  /** Position of the last event behind the result: a read model that has passed it shows the change. */
  position: number
  /** False if nothing was written: the command changed nothing, or a command with its id was accepted before. */
  appended: boolean
}

/**
 * A command; or a function that makes it from the state it will be decided on, for a rule that looks at other streams too. The function
 * is called again for every attempt, so that what it looks at is as fresh as the state.
 */
export type Prepared<State, Command> = Command | ((state: State) => Promise<Command>)

/** The command, one of several streams, was accepted before; what it led to is in the log up to `position`. */
export class AlreadyAccepted extends Error {
  override readonly name = 'AlreadyAccepted'
  readonly position: number

  constructor(position: number) {
    super(`accepted before, at position ${position}`)
    this.position = position
  }
}

/** What a command is appended under; the fingerprint is absent if the caller gave no id. */
export type CommandIdentity = { readonly commandId: string; readonly fingerprint: Buffer | undefined }

/** The caller's id with what it is bound to, or an id of the command's own. target: the stream, or the kind of a command of several. */
export function identityOf({ commandId, actor, content = '' }: CommandContext, target: string): CommandIdentity {
  if (commandId === undefined) return { commandId: newCommandId(), fingerprint: undefined }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([actor, target, content]))
    .digest()
  return { commandId, fingerprint }
}

/** What is kept beside the events of a command. */
export function metadataOf<Actor extends string>(
  { actor, correlation, causation }: CommandContext<Actor>,
  cause: string,
): EventMetadata<Actor> {
  return { actor, cause, correlation, ...(causation !== undefined && { causation }) }
}

/** Waits a random time, longer after each attempt (at most 60 ms), so that the other writer goes first. */
export async function pauseAfter(attempts: number): Promise<void> {
  await sleep(Math.random() * Math.min(2 ** attempts, 60))
}

/** A time-ordered (version 7) uuid, so that the index of accepted commands grows at its end. */
export function newCommandId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
