import { synonymsId } from '#backend/domain/synonyms/synonyms.limits.ts'
import { type SynonymsCommand, type SynonymsState, synonyms } from '#backend/domain/synonyms/synonyms.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Replaces the present list. `lines`: synonyms, separated by commas. Throws Rejection synonyms_changed. */
export function changeSynonyms(
  store: ShopStore,
  context: ShopContext,
  { lines, seen }: Pick<SynonymsCommand, 'lines' | 'seen'>,
): Promise<Handled<SynonymsState>> {
  return handleCommand(store, context, synonyms, synonymsId, { type: 'ChangeSynonyms', lines, seen })
}
