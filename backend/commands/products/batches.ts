// Records batches before they run, and their end.
import { type BatchCommand, type BatchStage, batch } from '#backend/domain/batch/batch.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

type Of<Type extends BatchCommand['type']> = Extract<BatchCommand, { type: Type }>

export function askBatch(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: Of<'RequestBatch' | 'UndoBatch'>,
): Promise<Handled<BatchStage>> {
  return handleCommand(store, context, batch, command.batchId, command)
}

/** Repeatable: the first end stays. */
export async function endBatch(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: Of<'CancelBatch' | 'EndBatch' | 'EndUndo'>,
): Promise<void> {
  await handleCommand(store, context, batch, command.batchId, command)
}
