// Runs the operator's commands on a shop under test.
import { Readable, Writable } from 'node:stream'
import { createPool } from '#backend/db/database.ts'
import { runOps } from '#backend/ops/cli/run.ts'
import { opsCommands } from '#backend/ops/ops-commands.ts'
import type { Finding } from '#backend/ops/verify/finding.ts'
import { verifyConnections } from '#backend/ops/verify/one-moment.ts'
import type { Core } from '#backend/shop.ts'

export async function operate(core: Core, args: readonly string[]): Promise<{ code: number; text: string }> {
  const texts: string[] = []
  const stream = () =>
    new Writable({
      write(chunk, _encoding, done) {
        texts.push(String(chunk))
        done()
      },
    })
  const terminal = {
    stdin: Readable.from([]),
    stdout: stream(),
    stderr: stream(),
    signal: new AbortController().signal,
  }
  const ownerPool = createPool(core.databaseUrl, {
    as: 'owner',
    max: verifyConnections,
    name: 'gamertech ops',
    limits: false,
  })
  try {
    const code = await runOps(opsCommands, args, terminal, (work) => work({ core, ownerPool, currency: 'ARS' }))
    return { code, text: texts.join('') }
  } finally {
    await ownerPool.end()
  }
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

/** Whether `verify` names the event as unreadable. */
export async function isNamedByVerify(core: Core, position: number): Promise<boolean> {
  const findings = await findingsOf(core)
  if (typeof findings === 'string') throw new Error(findings)
  return findings.some(({ check, subject }) => check === 'events' && subject === `${position}`)
}

/** A sentence if `verify` itself failed. */
async function findingsOf(core: Core): Promise<Finding[] | string> {
  const { code, text } = await operate(core, ['verify', '--json'])
  return readFindings(text) ?? `verify ended with ${code}: ${text.slice(0, 500)}`
}

function readFindings(text: string): Finding[] | undefined {
  try {
    return (JSON.parse(text) as { findings: Finding[] }).findings
  } catch {
    return undefined
  }
}
