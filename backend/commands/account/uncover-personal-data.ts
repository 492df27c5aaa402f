// Appends that an auditor looked at what is covered; what they see is read after it.
import { audit } from '#backend/domain/audit/audit.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** userId: whose personal fields they are; position: of the event that holds them. */
export function uncoverPersonalData(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  looked: { userId: number; position: number; fields: readonly string[] },
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, looked.userId, { type: 'UncoverPersonalData', ...looked })
}
