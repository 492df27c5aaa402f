// The benchmarks can be run: one of them, as it is typed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

function bench(...names: string[]) {
  const child = spawn('npm', ['run', '--silent', 'bench', '--', ...names], { cwd: join(import.meta.dirname, '..') })
  return Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close').then(([status]) => status as number),
  ])
}

test('[OPS-13 partial] a benchmark ends with 0 and prints what it measured beside its peer', {
  timeout: 300_000,
}, async () => {
  const [printed, , status] = await bench('stock', '--rounds=1')
  expect(status).toBe(0)
  expect(printed).toMatch(/shop \d+\/s p50 [\d.]+ p95 [\d.]+ ms, raw UPDATE on \d+ connections \d+\/s .* ratio [\d.]+/)
  expect(printed).toMatch(/2000 units, \d+ tries: sold 2000, .* oversold 0/)
  expect(printed).toMatch(/\d+ of 2 aims reached/)
})

test('a benchmark that does not exist is refused with the names of those that do', { timeout: 60_000 }, async () => {
  const [, complaint, status] = await bench('nothing')
  expect([status, complaint]).toEqual([2, expect.stringMatching(/nothing.*append.*stock.*pages/s)])
})
