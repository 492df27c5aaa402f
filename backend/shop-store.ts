import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export type ShopStore = EventStore<ShopLog>
export type ShopContext = CommandContext<ShopActor>
