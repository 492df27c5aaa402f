// A whole verification as the panel shows it: each check with what it looked at, and the first of what does not agree.
import type { WorkEnding } from '#backend/operations/work.ts'
import type { Follow } from '#backend/operations/work-run.ts'
import type { VerifyContext } from '#backend/ops/verify/verify-context.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type NamedCheck, verifyAll } from './verify-all.ts'

/** Findings that are kept of each check. */
const mostKept = 10

export async function verificationOf(
  parts: Pick<VerifyContext, 'core' | 'ownerPool'>,
  { at, signal }: Follow,
): Promise<WorkEnding> {
  const progress = (label: string, total: number) => ({
    at: (done: number) => at(done, total, label),
    end: () => undefined,
  })
  const { checks } = await verifyAll({ ...parts, progress, signal }, null, () => signal.throwIfAborted())
  const faults = checks.reduce((sum, { tally }) => sum + tally.faults, 0)
  const detail =
    faults === 0
      ? 'Todo coincide con el registro de eventos.'
      : `${faults === 1 ? 'Un problema' : `${faults} problemas`}.`
  return {
    outcome: faults === 0 ? 'done' : 'differs',
    detail,
    result: {
      checks: checks.map(({ name, of, tally: { looked, faults } }) => ({ name, of, looked, faults })),
      found: checks.flatMap(foundBy),
      total: faults,
    },
  }
}

/** Of personal rows only which one differs: what is kept here outlives the person's key. */
function foundBy({ name, tally }: NamedCheck) {
  const isPersonal = projections.some((projection) => projection.name === name && projection.personal)
  return tally.found.slice(0, mostKept).map(({ subject, message }) => ({
    subject,
    message: isPersonal ? `${name}: la fila ${subject} no es como dice el registro (datos personales)` : message,
  }))
}
