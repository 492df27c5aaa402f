// What every check is given: of the command line, or of the process that the panel starts.
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { projections } from '#backend/readmodels/projections.ts'

/** Sessions that it needs at once: one for each read model, and those that look at the log. */
export const verifyConnections = projections.length + 6

export type VerifyContext = Pick<OpsContext, 'ownerPool' | 'signal'> & {
  /** Told how far each look through the log is. */
  progress(label: string, total: number): { at(done: number): void; end(): void }
  core: Pick<OpsContext['core'], 'store' | 'keyring' | 'accounts'>
}
