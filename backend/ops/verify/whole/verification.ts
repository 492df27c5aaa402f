import type { WorkEnding } from '#backend/operations/work.ts'
import type { Follow } from '#backend/operations/work-run.ts'
import type { VerifyContext } from '#backend/ops/verify/one-moment.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type NamedCheck, verifyAll } from './verify-all.ts'

const mostKept = 10

export async function verificationOf(
  parts: Pick<VerifyContext, 'core' | 'ownerPool'>,
  follow: Follow,
): Promise<WorkEnding> {
  const { checks } = await verifyAll({ ...parts, ...follow }, null, () => follow.signal.throwIfAborted())
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

/** Keeps only the keys of personal rows: these findings outlive the person's key. */
function foundBy({ name, tally }: NamedCheck) {
  const isPersonal = projections.some((projection) => projection.name === name && projection.personal)
  return tally.found.slice(0, mostKept).map(({ subject, message }) => ({
    subject,
    message: isPersonal ? `${name}: la fila ${subject} no es como dice el registro (datos personales)` : message,
  }))
}
