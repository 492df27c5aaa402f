// Shared by the operator's commands on one account: finds the account, runs the command, reports the result.
import { randomUUID } from 'node:crypto'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import type { User } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { findPerson } from '#backend/ops/inspect/person.ts'
import type { ShopContext } from '#backend/shop-store.ts'

/** Runs a command and words its results. `state` is the account as found. */
type Act = {
  run(how: ShopContext, userId: number, state: User): Promise<Handled<unknown>>
  done(who: string): string
  nothing(who: string): string
  refused?: { [Code in RejectionCode]?: (who: string, state: User) => string }
}

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

/** A command that takes nothing but the person. */
export const personCommand = (name: string, summary: string, actOf: (context: OpsContext) => Act) =>
  defineCommand({
    name,
    summary,
    access: 'changes',
    operands: ['PERSONA'],
    options: {},
    run: (context, { operands: [typed = ''] }) => act(context, typed, actOf(context)),
  })
