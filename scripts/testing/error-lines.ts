// The error lines that this process writes to the log, and those that its test expects; watch-error-lines.ts compares them.
const errorLine = /^\{"level":"(error|fatal)"/

/** Shared by all copies of this file in a process; a test that replaces process.stderr.write looks at its lines itself. */
type Watch = { written: string[]; ofFile: RegExp[]; ofTest: RegExp[] }
const key = Symbol.for('gamertech.error-lines')
const holder = globalThis as typeof globalThis & { [key]?: Watch }
export const watch = holder[key] ?? startWatch()
holder[key] = watch

function startWatch(): Watch {
  const started: Watch = { written: [], ofFile: [], ofTest: [] }
  const write = process.stderr.write
  process.stderr.write = function (this: NodeJS.WriteStream, chunk: string | Uint8Array, ...rest: never[]) {
    started.written.push(
      ...String(chunk)
        .split('\n')
        .filter((line) => errorLine.test(line)),
    )
    return write.call(this, chunk, ...rest)
  } as typeof write
  return started
}

/** For a test: it writes an error line like each of these. */
export function expectErrors(...lines: readonly RegExp[]): void {
  watch.ofTest.push(...lines)
}

/** For a file: its tests may write such lines, because the fault meets them at random. */
export function allowErrors(...lines: readonly RegExp[]): void {
  watch.ofFile.push(...lines)
}
