// npm run bench -- growth [--events=N]: what years of history cost. Each part fills databases of its own with about so many events.
import type { Ground } from '#scripts/bench/ground.ts'
import type { Finding } from '#scripts/bench/measure.ts'
import { run as operator } from './operator.ts'

const parts: readonly ((ground: Ground, events: number) => Promise<Finding[]>)[] = [operator]

export async function run(ground: Ground, events: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const part of parts) findings.push(...(await part(ground, events)))
  return findings
}
