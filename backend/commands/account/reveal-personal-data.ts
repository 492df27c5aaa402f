// Records that staff reveals or exports personal data; the data is read afterwards.
import { type AuditCommand, audit } from '#backend/domain/audit/audit.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export function revealPersonalData(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  looked: { userId: number; position: number; fields: readonly string[] },
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, looked.userId, { type: 'RevealPersonalData', ...looked })
}

/** `list`: the panel's list; `fields`: personal fields per row; `state`: exported state, null for all. */
export function exportPersonalData(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  taken: Omit<Extract<AuditCommand, { type: 'ExportPersonalData' }>, 'type'>,
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, taken.userId, { type: 'ExportPersonalData', ...taken })
}
