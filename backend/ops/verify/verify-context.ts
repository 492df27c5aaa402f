// The context of every check, from the command line or the panel's process.
import type { OpsContext } from '#backend/ops/cli/command.ts'

/** Sessions of the walk, its chain, the books and the database's own checks; later two for each read model compared. */
export const verifyConnections = 6

export type VerifyContext = Pick<OpsContext, 'ownerPool' | 'signal'> & {
  progress(label: string, total: number): { at(done: number): void; end(): void }
  core: Pick<OpsContext['core'], 'store' | 'keyring' | 'accounts'>
}
