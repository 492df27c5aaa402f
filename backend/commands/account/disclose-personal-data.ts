import { type AuditCommand, audit } from '#backend/domain/audit/audit.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export type DataExport = AuditCommand & { type: 'ExportPersonalData' }

/** Records that staff reveals or exports personal data, before it is read. */
export function disclosePersonalData(
  store: ShopStore,
  context: ShopContext,
  command: AuditCommand,
): Promise<Handled<unknown>> {
  return handleCommand(store, context, audit, command.userId, command)
}
