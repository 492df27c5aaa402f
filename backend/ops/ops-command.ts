// What every operator's command is given and answers.
import type pg from 'pg'
import type { Core } from '#backend/wiring.ts'

export type OpsContext = {
  core: Core
  /** With the owner's rights and without the application's time limits. */
  ownerPool: pg.Pool
  print: (line: string) => void
}

export type OpsCommand = {
  readonly usage: string
  /** Answers the exit code: 0 where all is well. */
  run(context: OpsContext, args: readonly string[]): Promise<number>
}
