import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import { type SchemaState, schema } from '#backend/domain/product/schema/schema.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

type SchemaChange = { category: string; attributes: Schema; seen: number }

/** Replaces the revision as seen. Throws Rejection schema_changed if it has changed; attribute_kind_fixed. */
export function changeSchema(
  store: ShopStore,
  context: ShopContext,
  { category, attributes, seen }: SchemaChange,
): Promise<Handled<SchemaState>> {
  return handleCommand(store, context, schema, category, { type: 'ChangeSchema', category, attributes, seen })
}
