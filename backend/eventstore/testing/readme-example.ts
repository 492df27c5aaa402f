import type pg from 'pg'
import { z } from 'zod'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { defineLog } from '#backend/eventstore/definition/log-definition.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import { bigint } from '#backend/eventstore/projections/columns.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'

// example begins
const accountEvents = defineEvents({
  Deposited: z.object({ account: z.int(), cents: z.int().positive() }),
  Withdrawn: z.object({ account: z.int(), cents: z.int().positive() }),
})
type AccountEvent = EventOf<typeof accountEvents>
const signed = ({ type, data }: AccountEvent) => (type === 'Deposited' ? data.cents : -data.cents)

const bank = defineLog({
  categories: { account: { code: 1, events: accountEvents }, operation: { code: 2, events: operatorEvents } },
  actors: ['teller'],
  counters: [],
  claimScopes: {},
  guards: {},
})

const account: Decider<number, { type: 'Move'; account: number; cents: number }, AccountEvent, 'account'> = {
  category: 'account',
  initial: 0,
  evolve: (balance, event) => balance + signed(event),
  decide(balance, { account: id, cents }) {
    if (balance + cents < 0) throw new Error(`account ${id} holds ${balance} cents`)
    return [{ type: cents > 0 ? 'Deposited' : 'Withdrawn', data: { account: id, cents: Math.abs(cents) } }]
  },
}

const balances = defineProjection(accountEvents, {
  name: 'balances',
  version: 1,
  columns: { account: bigint(), cents: bigint() },
  primaryKey: ['account'],
  streams: ({ account }) => [`account-${account}`],
  keys: ({ data }) => [{ account: data.account }],
  evolve: (row, event) => ({ account: event.data.account, cents: (row?.cents ?? 0) + signed(event) }),
})

export async function example(databaseUrl: string, owner: pg.Pool, masterKey: Buffer): Promise<unknown[]> {
  const { store, notifications, positions, pool, close } = await openEventStore({ databaseUrl, log: bank, masterKey })
  await openProjections(owner, store, [balances]) // makes the table and the view rm.balances
  const pump = new Pump({ databaseUrl, store, notifications, subscriptions: [balances], report: console.error })
  pump.start()
  const move = (cents: number) =>
    handleCommand(store, { actor: 'teller', correlation: 'example' }, account, 7, { type: 'Move', account: 7, cents })
  await move(500)
  const { position } = await move(-120)
  while (!(await positions.waitFor(['balances'], position))); // up to half a second each time
  const { rows } = await pool.query('select account, cents from rm.balances')
  await pump.stop()
  await close()
  return rows // [{ account: 7, cents: 380 }]
}
// example ends
