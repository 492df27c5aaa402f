// Records an admin's operation before it runs, and its end.
import { type Ending, operation, type Wanted } from '#backend/domain/operation/operation.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export async function requestOperation(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  operationId: string,
  wanted: Wanted,
): Promise<number> {
  const command = { type: 'RequestOperation', operationId, ...wanted } as const
  return (await handleCommand(store, context, operation, operationId, command)).position
}

/** Repeatable: the first end stays. */
export async function endOperation(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  operationId: string,
  ending: Ending,
): Promise<void> {
  await handleCommand(store, context, operation, operationId, { type: 'EndOperation', operationId, ...ending })
}
