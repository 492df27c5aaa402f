// Appends that somebody of the staff looks at what is covered, or takes it away as a file; what they get is read after it.
import { type AuditCommand, audit } from '#backend/domain/audit/audit.ts'
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

/** list: which one of the panel; fields: the personal ones of each row; of those in `state`, all if it is null. */
export function exportPersonalData(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  taken: Omit<Extract<AuditCommand, { type: 'ExportPersonalData' }>, 'type'>,
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, taken.userId, { type: 'ExportPersonalData', ...taken })
}
