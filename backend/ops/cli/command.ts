import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { projectionFailure } from '#backend/operations/known-failure.ts'
import type { Follow } from '#backend/operations/work-run.ts'
import type { Core } from '#backend/shop.ts'

export const exitCodes = { ok: 0, differs: 1, wrongUse: 2, unreachable: 3, interrupted: 130 } as const

/** A flag's help; with a value, the value's name in the help first. */
export type OpsOption = string | readonly [value: string, help: string]
export type OpsOptions = Readonly<Record<string, OpsOption>>
type Values<Options extends OpsOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends string ? boolean : string | undefined
}
export type Parsed<Options extends OpsOptions = OpsOptions> = {
  readonly operands: readonly string[]
  readonly options: Values<Options>
}

/** Ctrl-C or a closed output aborts `signal`: end at the next safe point. `at` shows progress. */
export type OpsContext = Follow & {
  core: Core
  /** Owner's rights, without the application's time limits. */
  ownerPool: pg.Pool
  currency: string
  stdin: Readable
  /** Takes output too long for memory; everything else goes through `tell`, or `print` and `emit`. */
  stdout: Writable
  print(...lines: readonly string[]): void
  /** With --json, writes one line of it: once, or once per item of a stream. */
  emit(value: unknown): void
  /** Tells a result in either way; returns that all is well. */
  tell(result: unknown, ...lines: readonly string[]): true
  note(line: string): void
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
  readonly options: Options
  readonly access: Access | ((parsed: Parsed<Options>) => Access)
  /** Returns whether all is well. Throws WrongUse for invalid values. */
  run(context: OpsContext, parsed: Parsed<Options>): Promise<boolean>
}

type Taken = 'operands' | 'options'

/** Takes neither operands nor options if it names none. */
export function defineCommand<const Options extends OpsOptions>(
  command: Omit<OpsCommand<Options>, Taken> & Partial<Pick<OpsCommand<Options>, Taken>>,
): OpsCommand {
  return { operands: [], options: {}, ...command } as unknown as OpsCommand
}

export const asOperator = () => ({ actor: 'operator', correlation: randomUUID() }) as const

export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** The work cannot or must not be done: one Spanish sentence, exit code 1. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure'
}

/** The error itself unless it says what stands in a projection's way. */
export function failureOf(error: unknown, projection: string): unknown {
  const sentence = projectionFailure(error, projection)
  return sentence === undefined ? error : new OpsFailure(sentence)
}
