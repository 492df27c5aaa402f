import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { synonymsId } from '#backend/domain/synonyms/synonyms.limits.ts'
import { type SynonymsCommand, type SynonymsState, synonyms } from '#backend/domain/synonyms/synonyms.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** Replaces the present list. `lines`: synonyms, separated by commas. Throws Rejection synonyms_changed. */
export function changeSynonyms(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { lines, seen }: Pick<SynonymsCommand, 'lines' | 'seen'>,
): Promise<Handled<SynonymsState>> {
  return handleCommand(store, context, synonyms, synonymsId, { type: 'ChangeSynonyms', lines, seen })
}
