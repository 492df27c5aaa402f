// One life of a shop process that carries out commands.
import type { Answer, Command } from '#scripts/fault-injection/load/command.ts'
import { Child } from './child.ts'

export const mortalShop = new URL('./shop.child.ts', import.meta.url)

/** `failpoint`: where it dies, see failpoint.ts. `connections`: of its pool, if not as usual. */
export type MortalSpec = { databaseUrl: string; failpoint?: string | undefined; connections?: number }

export class ShopProcess extends Child {
  /** A shop without pages, to be killed. */
  static mortal(spec: MortalSpec, program = mortalShop): ShopProcess {
    return new ShopProcess(program, spec)
  }

  /** Resolves when the shop answers or dies. `id`: the command's uuid. */
  async carryOut(id: string, command: Command): Promise<Answer> {
    return (await this.ask<Answer>({ id, command })) ?? { is: 'lost' }
  }
}
