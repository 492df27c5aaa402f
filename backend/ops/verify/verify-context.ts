// The context of every check, from the command line or the panel's process.
import type { OpsContext } from '#backend/ops/cli/command.ts'

/** Sessions of the walk, the books and the database's own checks; later of two read models that are compared. */
export const verifyConnections = 6

export type VerifyContext = Pick<OpsContext, 'ownerPool' | 'signal'> & {
  progress(label: string, total: number): { at(done: number): void; end(): void }
  core: Pick<OpsContext['core'], 'store' | 'keyring' | 'accounts'>
}
