import type { Context } from 'hono'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { waitForCatalogue } from '#backend/http/middleware/read-your-writes.ts'
import type { PanelChoice } from '#backend/readmodels/catalogue/panel-products.queries.ts'

/** With the ids of incomplete products, if those are asked for: only the catalogue in memory reads their values. */
export async function chosenProducts<Choice extends PanelChoice>(c: Context<UserEnv>, choice: Choice): Promise<Choice> {
  if (choice.state !== 'incomplete') return choice
  await waitForCatalogue(c, 'schemas')
  return { ...choice, incomplete: c.var.shop.catalogue.catalogue.incompleteIds() }
}
