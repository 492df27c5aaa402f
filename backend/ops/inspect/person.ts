import { normalEmail, type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { WrongUse } from '#backend/ops/cli/command.ts'
import type { Core } from '#backend/shop.ts'

export type Person = { userId: number; state: User }

/** Throws WrongUse for an unknown account or invalid text, and WrongMasterKey for a wrong DATA_KEY. */
export async function findPerson({ accounts, keyring, store }: Core, typed: string): Promise<Person> {
  const isEmail = typed.includes('@')
  if (!isEmail && !/^[1-9]\d{0,11}$/.test(typed))
    throw new WrongUse(`PERSONA debe ser el correo o el id de una cuenta, no «${typed}».`)
  // Under another key every e-mail would be unknown.
  await keyring.check()
  const userId = isEmail ? await accounts.idOf(normalEmail(typed)) : Number(typed)
  const state = userId === undefined ? null : (await loadState(store, user, userId)).state
  if (userId !== undefined && state) return { userId, state }
  throw new WrongUse(`No hay una cuenta con ${isEmail ? 'el correo' : 'el id'} ${typed}.`)
}
