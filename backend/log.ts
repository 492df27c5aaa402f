// One JSON line per thing worth knowing, on stderr. Personal data and secrets are never handed in.
type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export function logError(message: string, error: unknown, fields: Fields = {}): void {
  const cause =
    error instanceof Error
      ? { error: error.name, detail: error.message, stack: error.stack }
      : { detail: String(error) }
  write('error', message, { ...fields, ...cause })
}

export function logWarning(message: string, fields: Fields = {}): void {
  write('warning', message, fields)
}

function write(level: string, message: string, fields: Fields): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
}
