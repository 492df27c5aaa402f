// Records the steps of long tasks: admins' operations, and batches of products.
import { type BatchCommand, type BatchStage, batch } from '#backend/domain/batch/batch.ts'
import { type OperationCommand, type OperationStage, operation } from '#backend/domain/operation/operation.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** Repeatable: the first request and the first end stay. */
export function recordOperation(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: OperationCommand,
): Promise<Handled<OperationStage>> {
  return handleCommand(store, context, operation, command.operationId, command)
}

/** Repeatable: each step stays as it was first taken. */
export function recordBatch(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: BatchCommand,
): Promise<Handled<BatchStage>> {
  return handleCommand(store, context, batch, command.batchId, command)
}
