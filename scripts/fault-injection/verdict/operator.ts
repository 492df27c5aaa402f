import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createPool } from '#backend/db/database.ts'
import { runOps } from '#backend/ops/cli/run.ts'
import { opsCommands } from '#backend/ops/ops-commands.ts'
import type { Finding } from '#backend/ops/verify/finding.ts'
import { verifyConnections } from '#backend/ops/verify/one-moment.ts'
import type { Core } from '#backend/shop.ts'

export async function operate(core: Core, args: readonly string[]): Promise<{ code: number; text: string }> {
  const output = new PassThrough()
  const said = text(output)
  const { signal } = new AbortController()
  const terminal = { stdin: Readable.from([]), stdout: output, stderr: output, signal }
  const options = { as: 'owner', max: verifyConnections, name: 'gamertech ops', limits: false } as const
  await using opened = new AsyncDisposableStack()
  const ownerPool = opened.adopt(createPool(core.databaseUrl, options), (pool) => pool.end())
  const code = await runOps(opsCommands, args, terminal, (work) => work({ core, ownerPool, currency: 'ARS' }))
  output.end()
  return { code, text: await said }
}

/** Positions of planted events: skipped as unreadable, or rewritten past the log's guards. */
export type Planted = { unreadable: ReadonlySet<number>; rewritten: ReadonlySet<number> }

/** Problems of `verify`, which may detect the rewritten by the chain and says nothing of what an operator skipped. */
export async function verifyAsOperator(core: Core, { rewritten }: Planted): Promise<string[]> {
  const findings = await findingsOf(core)
  if (typeof findings === 'string') return [findings]
  const isKnown = ({ check, subject }: Finding) => check === 'chain' && rewritten.has(Number(subject))
  return findings.filter((one) => !isKnown(one)).map(({ message }) => `verify: ${message}`)
}

export async function isNamedByVerify(core: Core, position: number): Promise<boolean> {
  const findings = await findingsOf(core)
  if (typeof findings === 'string') throw new Error(findings)
  return findings.some(({ check, subject }) => check === 'events' && subject === `${position}`)
}

async function findingsOf(core: Core): Promise<Finding[] | string> {
  const { code, text: said } = await operate(core, ['verify', '--json'])
  try {
    return (JSON.parse(said) as { findings: Finding[] }).findings
  } catch {
    return `verify ended with ${code}: ${said.slice(0, 500)}`
  }
}
