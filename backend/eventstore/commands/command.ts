// What every command carries, what it answers, and how it stands back where others write to the same stream.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

/** After so many the writers beside are too many, and the caller is told. */
export const maxAttempts = 25

export type CommandContext = {
  actor: string
  correlation: string
  /** Position of the event that led to the command, where one did. */
  causation?: number
  /** uuid of the caller's request; the same id is never appended twice. Default: a new one. */
  commandId?: string
  /** When it happened, for the demo's history; default: now by the database's clock. */
  at?: Date
}

export type Loaded<State> = { stream: StreamName; state: State; version: number }

export type Handled<Result> = {
  result: Result
  /** Position to wait for before a list shows the change. */
  position: number
  /** False where the command led to nothing new. */
  appended: boolean
}

/** What is kept beside the events of a command. */
export function metadataOf({ actor, correlation, causation }: CommandContext, cause: string): EventMetadata {
  return { actor, cause, correlation, ...(causation !== undefined && { causation }) }
}

/** Lets the writer beside go first, longer after each try. */
export async function pauseAfter(tries: number): Promise<void> {
  await sleep(Math.random() * Math.min(2 ** tries, 60))
}

/** A time-ordered (version 7) uuid, so that the index of accepted commands grows at its end. */
export function newCommandId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
