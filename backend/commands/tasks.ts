// Records the steps of long tasks: admins' operations, and batches of products.
import { type BatchCommand, type BatchStage, batch } from '#backend/domain/batch/batch.ts'
import { type OperationCommand, type OperationStage, operation } from '#backend/domain/operation/operation.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Repeatable: the first request and the first end stay. */
export function recordOperation(
  store: ShopStore,
  context: ShopContext,
  command: OperationCommand,
): Promise<Handled<OperationStage>> {
  return handleCommand(store, context, operation, command.operationId, command)
}

/** Repeatable: each step stays as it was first taken. All that a batch does has its id as correlation. */
export function recordBatch(
  store: ShopStore,
  context: Omit<ShopContext, 'correlation'>,
  command: BatchCommand,
): Promise<Handled<BatchStage>> {
  return handleCommand(store, { ...context, correlation: command.batchId }, batch, command.batchId, command)
}
