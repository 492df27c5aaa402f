// What an operator's command is: how it is declared, what it is given, what it returns.
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { Progress } from './progress.ts'

/** What the process ends with; the help lists them. */
export const exitCodes = { ok: 0, differs: 1, wrongUse: 2, unreachable: 3, interrupted: 130 } as const

/** `value` is how the help calls the option's value; a flag has none. */
export type OpsOption =
  | { readonly type: 'string'; readonly value: string; readonly help: string }
  | { readonly type: 'boolean'; readonly help: string }
export type OpsOptions = Readonly<Record<string, OpsOption>>
type Values<Options extends OpsOptions> = {
  readonly [Name in keyof Options]: Options[Name]['type'] extends 'string' ? string | undefined : boolean
}
/** What stands after the command's name, checked against its declaration. */
export type Parsed<Options extends OpsOptions = OpsOptions> = {
  readonly operands: readonly string[]
  readonly options: Values<Options>
}

export type OpsContext = {
  core: Core
  /** With the owner's rights and without the application's time limits. */
  ownerPool: pg.Pool
  /** Of the prices of products that are added. */
  currency: string
  /** Aborted by Ctrl-C or when nobody reads the output any more: end at the next good moment. */
  signal: AbortSignal
  stdin: Readable
  /** For what is too long to hold; everything else goes through `print` and `emit`. */
  stdout: Writable
  /** True with --json: then `print` is silent and `emit` speaks, otherwise the other way round. */
  json: boolean
  /** A line for a person. */
  print(line: string): void
  /** A value as one line of JSON: once, or once per item for a stream. */
  emit(value: unknown): void
  /** A remark beside the output, on stderr. */
  note(line: string): void
  /** A bar on stderr if that is a terminal, plain lines with --progress, else nothing. */
  progress(label: string, total: number): Progress
}

/**
 * What a command does to the database. looks: nothing, so no migration runs and none is made. changes: the migrations of
 * this release run first. fills: as changes, and a DATA_DIR without a shop gets an empty database.
 */
export type Access = 'looks' | 'changes' | 'fills'

export type OpsCommand<Options extends OpsOptions = OpsOptions> = {
  readonly name: string
  /** One Spanish sentence. */
  readonly summary: string
  /** Names of the arguments in order; in brackets if one may be left out: `['FILE', '[TIME]']`. */
  readonly operands: readonly string[]
  /** Besides --json, --progress and --help, which every command has. */
  readonly options: Options
  readonly access: Access | ((parsed: Parsed<Options>) => Access)
  /** Returns the exit code. Throws WrongUse for values it cannot work with. */
  run(context: OpsContext, parsed: Parsed<Options>): Promise<number>
}

/** Declares a command; its options' values come typed. */
export function defineCommand<const Options extends OpsOptions>(command: OpsCommand<Options>): OpsCommand {
  return command as unknown as OpsCommand
}

/** What was typed makes no sense: the message is one Spanish sentence that names it. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** The work cannot be done or must not be: one Spanish sentence, exit code 1. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure'
}
