// Structured logging: one JSON line on stderr per event, with the correlation of its request or job.
import { type Level, type LevelWithSilent, pino } from 'pino'
import { redact, redactText } from './redaction.ts'
import { currentScope } from './request-context.ts'

type Fields = Readonly<Record<string, unknown>>

/** DEL, C1 controls (an 8-bit terminal obeys them) and line separators, which JSON doesn't escape. */
const unruly = /[\u007f-\u009f\u2028\u2029]/g

const logger = pino(
  {
    level: 'warn',
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => ({ correlation: currentScope()?.correlation }),
    depthLimit: 8,
  },
  { write: (line: string) => void process.stderr.write(line.replace(unruly, escaped)) },
)

export function setLogLevel(level: LevelWithSilent): void {
  logger.level = level
}

export function logError(message: string, error: unknown, fields: Fields = {}): void {
  write('error', message, { ...fields, ...described(error) })
}

export function logWarning(message: string, fields: Fields = {}): void {
  write('warn', message, fields)
}

export function logInfo(message: string, fields: Fields = {}): void {
  write('info', message, fields)
}

export function logDebug(message: string, fields: Fields = {}): void {
  write('debug', message, fields)
}

function write(level: Level, message: string, fields: Fields): void {
  if (logger.isLevelEnabled(level)) logger[level](redact(fields) as object, redactText(message))
}

function described(error: unknown, depth = 0): Fields {
  if (!(error instanceof Error)) {
    // Some packages report plain objects.
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
    return { detail: String(message) }
  }
  const { code } = error as { code?: unknown }
  return {
    error: error.name,
    detail: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 && { cause: described(error.cause, depth + 1) }),
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
