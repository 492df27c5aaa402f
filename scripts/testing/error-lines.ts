// A test that passes writes no line of level error to the log, unless it says which one it expects. Set up before each file of tests.
import { afterEach, beforeEach, expect } from 'vitest'

const errorLine = /^\{"level":"(error|fatal)"/

/** Shared by all copies of this file in a process; a test that replaces process.stderr.write looks at its lines itself. */
type Watch = { written: string[]; ofFile: RegExp[]; ofTest: RegExp[]; isInTest: boolean }
const key = Symbol.for('gamertech.error-lines')
const holder = globalThis as typeof globalThis & { [key]?: Watch }
const watch = holder[key] ?? startWatch()
holder[key] = watch

function startWatch(): Watch {
  const started: Watch = { written: [], ofFile: [], ofTest: [], isInTest: false }
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

/** Said in a test: it writes an error line like each of these. Said beside the tests of a file: they may, because the fault meets them at random. */
export function expectErrors(...lines: readonly RegExp[]): void {
  const expected = watch.isInTest ? watch.ofTest : watch.ofFile
  expected.push(...lines)
}

watch.ofFile.length = 0

beforeEach(() => {
  watch.written.length = 0
  watch.ofTest.length = 0
  watch.isInTest = true
})

afterEach(({ task }) => {
  watch.isInTest = false
  if (task.result?.state === 'fail') return
  const { written, ofFile, ofTest } = watch
  const isExpected = (line: string) => [...ofFile, ...ofTest].some((pattern) => pattern.test(line))
  expect(
    written.filter((line) => !isExpected(line)),
    'error lines that the test did not expect',
  ).toEqual([])
  expect(
    ofTest.filter((pattern) => !written.some((line) => pattern.test(line))),
    'expected error lines that never came',
  ).toEqual([])
})
