// The context of every check, from the command line or the panel's process.
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { projections } from '#backend/readmodels/projections.ts'

/** One session per read model, and those that read the log. */
export const verifyConnections = projections.length + 6

export type VerifyContext = Pick<OpsContext, 'ownerPool' | 'signal'> & {
  progress(label: string, total: number): { at(done: number): void; end(): void }
  core: Pick<OpsContext['core'], 'store' | 'keyring' | 'accounts'>
}
