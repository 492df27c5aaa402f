// The context of every check, from the command line or the panel's process.
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { foldConnections } from './read-models/fold-log.ts'

/** Sessions of the folds, of the checks, and that read the log. */
export const verifyConnections = foldConnections + 5

export type VerifyContext = Pick<OpsContext, 'ownerPool' | 'signal'> & {
  progress(label: string, total: number): { at(done: number): void; end(): void }
  core: Pick<OpsContext['core'], 'store' | 'keyring' | 'accounts'>
}
