// The types of an operator's command: declaration, context, exit codes.
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { Progress } from './progress.ts'

export const exitCodes = { ok: 0, differs: 1, wrongUse: 2, unreachable: 3, interrupted: 130 } as const

/** The help shows `value` in place of the option's value. */
export type OpsOption =
  | { readonly type: 'string'; readonly value: string; readonly help: string }
  | { readonly type: 'boolean'; readonly help: string }
export type OpsOptions = Readonly<Record<string, OpsOption>>
type Values<Options extends OpsOptions> = {
  readonly [Name in keyof Options]: Options[Name]['type'] extends 'string' ? string | undefined : boolean
}
export type Parsed<Options extends OpsOptions = OpsOptions> = {
  readonly operands: readonly string[]
  readonly options: Values<Options>
}

export type OpsContext = {
  core: Core
  /** Owner's rights, without the application's time limits. */
  ownerPool: pg.Pool
  currency: string
  /** Ctrl-C or a closed output aborts this signal: end at the next safe point. */
  signal: AbortSignal
  stdin: Readable
  /** Takes output too long for memory; everything else goes through `print` and `emit`. */
  stdout: Writable
  /** If --json is given, only `emit` writes; otherwise only `print` does. */
  json: boolean
  print(line: string): void
  /** Writes one line of JSON: once, or once per item of a stream. */
  emit(value: unknown): void
  note(line: string): void
  progress(label: string, total: number): Progress
}

/**
 * Access to the database. looks: runs no migration and creates nothing. changes: runs this release's migrations first.
 * fills: like changes, and creates a database in a DATA_DIR without a shop.
 */
export type Access = 'looks' | 'changes' | 'fills'

export type OpsCommand<Options extends OpsOptions = OpsOptions> = {
  readonly name: string
  readonly summary: string
  readonly operands: readonly string[]
  /** Besides --json, --progress and --help, which every command has. */
  readonly options: Options
  readonly access: Access | ((parsed: Parsed<Options>) => Access)
  /** Returns the exit code. Throws WrongUse for invalid values. */
  run(context: OpsContext, parsed: Parsed<Options>): Promise<number>
}

export function defineCommand<const Options extends OpsOptions>(command: OpsCommand<Options>): OpsCommand {
  return command as unknown as OpsCommand
}

export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** The work cannot or must not be done: one Spanish sentence, exit code 1. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure'
}
