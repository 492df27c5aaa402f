// What every operator's command about one account has in common: who is meant, and what is said of what became of it.
import { randomUUID } from 'node:crypto'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { User } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { exitCodes, type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { findPerson } from '#backend/ops/inspect/person.ts'

/** What is done, and how it is said. state: the account as it was found. */
type Act = {
  run(how: CommandContext<ShopActor>, userId: number, state: User): Promise<Handled<unknown>>
  done(who: string): string
  nothing(who: string): string
  refused?: { [Code in RejectionCode]?: (who: string, state: User) => string }
}

/** Does it to the account that is meant, and tells what became of it without saying who it is. */
export async function act({ core, print, emit }: OpsContext, typed: string, { run, done, nothing, refused }: Act) {
  const { userId, state } = await findPerson(core, typed)
  const who = `La cuenta ${userId}`
  if (state.isErased) throw new OpsFailure(`${who} está borrada.`)
  try {
    const { appended } = await run({ actor: 'operator', correlation: randomUUID() }, userId, state)
    print(appended ? done(who) : nothing(who))
    emit({ userId, changed: appended })
    return exitCodes.ok
  } catch (error) {
    const sentence = error instanceof Rejection ? refused?.[error.code] : undefined
    throw sentence ? new OpsFailure(sentence(who, state)) : error
  }
}
