import { type AuditCommand, audit } from '#backend/domain/audit/audit.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export type DataExport = AuditCommand & { type: 'ExportPersonalData' }

/** Records that staff reveals or exports personal data, before it is read. */
export function disclosePersonalData(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: AuditCommand,
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, command.userId, command)
}
