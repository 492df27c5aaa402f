// For tests: calls of the operator's command line on an open database, with what they wrote.
import { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { type OpsParts, runOps } from '#backend/ops/cli/run.ts'
import { opsCommands } from '#backend/ops/ops-commands.ts'
import { openOwnerPool as openPool } from '#backend/testing/core-fixture.ts'

export function openOwnerPool(databaseUrl: string, onCleanup: (end: () => Promise<void>) => void): pg.Pool {
  const pool = openPool(databaseUrl)
  onCleanup(() => pool.end())
  return pool
}

/** Returns a function that types a command line; `call` sends input, ends it, or looks on as it writes. */
export function opsOn(opened: Omit<OpsParts, 'currency'>) {
  const parts = { ...opened, currency: 'ARS' }
  const run = (...args: string[]) => call(args)
  const call = async (
    args: readonly string[],
    {
      signal,
      input = '',
      stdin = Readable.from([Buffer.from(input)]),
      seen,
    }: { signal?: AbortSignal; input?: string; stdin?: Readable; seen?: (text: string) => void } = {},
  ) => {
    const stdout = collector(seen)
    const stderr = collector()
    const terminal = {
      stdin,
      stdout: stdout.stream,
      stderr: stderr.stream,
      signal: signal ?? new AbortController().signal,
    }
    const code = await runOps(opsCommands, args, terminal, (work) => work(parts))
    const text = stdout.text()
    return { code, text, lines: text.split('\n').slice(0, -1), err: stderr.text() }
  }
  return Object.assign(run, { call })
}

function collector(seen?: (text: string) => void) {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      seen?.(String(chunk))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}
