// The account's own saved address; another person's looks absent.
import { Hono } from 'hono'
import { changeAccount } from '#backend/commands/account/change-account.ts'
import { tidyAddress } from '#backend/domain/address.limits.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { addressAnswer, keptAddress } from '#backend/domain/user/user.contract.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, requireOwn } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'

const calls = {
  address: {
    does: 'Where the caller has things shipped, null if the account keeps no address.',
    returns: addressAnswer,
    refuses: ['not_found'],
  },
  keep: {
    does: "Keeps an address in the caller's account, or removes it with null.",
    returns: addressAnswer,
    refuses: ['not_found', 'user_erased'],
  },
} satisfies Record<string, Call>

/** Read from the stream each time: read models hold no address, so that erasure leaves none behind. */
export function addressRoutes({ store }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/:id/address', allow('user', calls.address, { param: idParam }), async (c) => {
      const { id: userId } = c.req.valid('param')
      requireOwn(c, userId)
      return c.json({ address: (await loadState(store, user, userId)).state?.address ?? null }, 200)
    })
    .post('/address', allow('user', calls.keep, { json: keptAddress }), async (c) => {
      const { userId, address: typed } = c.req.valid('json')
      requireOwn(c, userId)
      const address = typed && tidyAddress(typed)
      const { position } = await changeAccount(store, commandContext(c), { type: 'ChangeAddress', userId, address })
      notePosition(c, position)
      return c.json({ address }, 200)
    })
}
