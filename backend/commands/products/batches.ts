// What is asked for many products at once is recorded before it is done, and how it ended.
import { type BatchCommand, type BatchStage, batch } from '#backend/domain/batch/batch.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

type Of<Type extends BatchCommand['type']> = Extract<BatchCommand, { type: Type }>

/** Harmless when repeated; what is not possible where the batch is leads to nothing. Returns where it is now. */
export function askBatch(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: Of<'RequestBatch' | 'UndoBatch'>,
): Promise<Handled<BatchStage>> {
  return handleCommand(store, context, batch, command.batchId, command)
}

/** Harmless when repeated: the first ending stays. */
export async function endBatch(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: Of<'CancelBatch' | 'EndBatch' | 'EndUndo'>,
): Promise<void> {
  await handleCommand(store, context, batch, command.batchId, command)
}
