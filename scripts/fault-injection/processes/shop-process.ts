import type { Answer, Command } from '#scripts/fault-injection/load/command.ts'
import { Child } from './child.ts'
import type { Failpoint } from './failpoint.ts'

export const mortalShop = new URL('./shop.child.ts', import.meta.url)

/** `failpoint`: where it dies. `connections`: of its pool, if not as usual. */
export type MortalSpec = { databaseUrl: string; failpoint?: Failpoint | undefined; connections?: number }

export function startMortal(spec: MortalSpec, program = mortalShop): Child {
  return new Child(program, spec)
}

/** Resolves when the shop answers or dies. `id`: the command's uuid. */
export async function carryOut(shop: Child, id: string, command: Command): Promise<Answer> {
  return (await shop.ask<Answer>({ id, command })) ?? { is: 'lost' }
}
