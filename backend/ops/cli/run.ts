import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { isUnreachable, unreachableReason } from '#backend/db/unreachable.ts'
import { knownFailure } from '#backend/operations/known-failure.ts'
import type { Core } from '#backend/shop.ts'
import { helpOf, helpOfAll, readArguments, type Typed } from './arguments.ts'
import { type Access, exitCodes, type OpsCommand, OpsFailure, WrongUse } from './command.ts'
import { openProgress, type ProgressMode } from './progress.ts'

export type Terminal = {
  stdin: Readable
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
  signal: AbortSignal
}
export type OpsParts = { core: Core; ownerPool: pg.Pool; currency: string }
export type WithDatabase = (work: (parts: OpsParts) => Promise<number>, access: Access) => Promise<number>

/** Returns the exit code and reports errors in one sentence on stderr. */
export async function runOps(
  commands: readonly OpsCommand[],
  [name, ...args]: readonly string[],
  terminal: Terminal,
  withDatabase: WithDatabase,
): Promise<number> {
  const say = (text: string) => void terminal.stderr.write(`${text}\n`)
  try {
    if (name === '--help' || name === '-h') {
      terminal.stdout.write(`${helpOfAll(commands)}\n`)
      return exitCodes.ok
    }
    if (name === undefined) {
      say(helpOfAll(commands))
      return exitCodes.wrongUse
    }
    const command = commands.find((known) => known.name === name)
    if (!command)
      throw new WrongUse(`No hay un comando ${name}. Los que hay: ${commands.map((c) => c.name).join(', ')}.`)
    const typed = readArguments(command, args)
    if (typed.help) {
      terminal.stdout.write(`${helpOf(command)}\n`)
      return exitCodes.ok
    }
    const { access } = command
    return await withDatabase(
      (parts) => runCommand(command, typed, parts, terminal),
      typeof access === 'function' ? access(typed) : access,
    )
  } catch (error) {
    return codeOf(error, terminal.signal, say)
  }
}

async function runCommand(command: OpsCommand, typed: Typed, parts: OpsParts, terminal: Terminal): Promise<number> {
  const mode: ProgressMode = terminal.stderr.isTTY ? 'bar' : typed.progress ? 'lines' : 'silent'
  const { at, end } = openProgress({ out: terminal.stderr, mode })
  try {
    const isWell = await command.run({ ...parts, ...contextOf(typed, terminal, end), at }, typed)
    return isWell ? exitCodes.ok : exitCodes.differs
  } finally {
    end()
  }
}

/** Output ends the progress line before it. */
function contextOf({ json }: Typed, { stdin, stdout, stderr, signal }: Terminal, endLine: () => void) {
  const write = (line: string) => {
    endLine()
    stdout.write(`${line}\n`)
  }
  const print = (...texts: readonly string[]) => {
    if (!json) texts.forEach(write)
  }
  const emit = (value: unknown) => {
    if (json) write(JSON.stringify(value))
  }
  const tell = (result: unknown, ...texts: readonly string[]) => {
    emit(result)
    print(...texts)
    return true as const
  }
  const note = (line: string) => {
    endLine()
    stderr.write(`${line}\n`)
  }
  return { signal, stdin, stdout, print, emit, tell, note }
}

function codeOf(error: unknown, signal: AbortSignal, say: (text: string) => void): number {
  const message = error instanceof Error ? error.message : String(error)
  if (signal.aborted) {
    say('Interrumpido.')
    return exitCodes.interrupted
  }
  if (isUnreachable(error)) {
    const { code } = error as { code?: string }
    say(`No se llega a la base de datos: ${unreachableReason(error)}${code ? ` (${code})` : ''}.`)
    return exitCodes.unreachable
  }
  if (error instanceof WrongUse || (error instanceof Error && error.name === 'ConfigError')) {
    say(message)
    return exitCodes.wrongUse
  }
  const known = error instanceof OpsFailure ? message : knownFailure(error)
  say(known ?? `Error inesperado: ${error instanceof Error ? error.stack : message}`)
  return exitCodes.differs
}
