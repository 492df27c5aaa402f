// A test that passes writes no line of level error to the log, unless it says which one it expects. Set up before each file of tests.
import { afterEach, beforeEach } from 'vitest'
import { takeOutput } from '#scripts/fault-injection/processes/child.ts'
import { watch } from './error-lines.ts'

/** A busy machine may keep all connections taken for longer than a caller waits; the test shows whether that did harm. */
const busyMachine = /"error":"NoConnectionFree"/

watch.ofFile.length = 0

beforeEach(() => {
  takeOutput()
  watch.written.length = 0
  watch.ofTest.length = 0
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') return void process.stderr.write(takeOutput())
  const { written, ofFile, ofTest } = watch
  const isExpected = (line: string) => [busyMachine, ...ofFile, ...ofTest].some((pattern) => pattern.test(line))
  const unexpected = written.filter((line) => !isExpected(line))
  if (unexpected.length > 0) throw new Error(`error lines that the test did not expect:\n${unexpected.join('\n')}`)
  const missing = ofTest.filter((pattern) => !written.some((line) => pattern.test(line)))
  if (missing.length > 0) throw new Error(`expected error lines that never came: ${missing.join(', ')}`)
})
