// All checks of the sources without tests: format, lint, types, dead code, architecture.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const steps = [
  {
    name: 'types and lint (oxlint)',
    command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  },
  {
    name: 'format and lint (biome)',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { name: 'the picture workshop draws', command: ['scripts/pictures/render.ts', '--check'] },
  { name: 'dead code (knip)', command: ['node_modules/knip/bin/knip.js', '--no-config-hints', '--no-progress'] },
  { name: 'architecture', command: ['scripts/check-architecture.ts'] },
  { name: 'requirements named by tests', command: ['scripts/requirements-coverage.ts', '--titles'] },
]

async function run({ name, command }: (typeof steps)[number]): Promise<boolean> {
  const begin = Date.now()
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const seconds = ((Date.now() - begin) / 1000).toFixed(1)
  if (code !== 0) console.log(`\n--- ${name}\n${output.join('').trim()}\n`)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return code === 0
}

export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const left = [...steps]
  let passed = 0
  const work = async () => {
    for (let step = left.shift(); step; step = left.shift()) if (await run(step)) passed += 1
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { passed, failed: steps.length - passed }
}

if (import.meta.main) {
  const { passed, failed } = await runChecks()
  console.log(`\n${passed} checks passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
