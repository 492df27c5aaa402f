// What axe finds wrong with a page: contrast, names, roles, order.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'

type Options = {
  /** A selector: only what lies in it is looked at. */
  within?: string
  /** Also whether everything that can be pressed is large enough for a finger. */
  withTargets?: boolean
}

/** A line for everything that breaks a rule, with what axe says of it. */
export async function axeFaults(page: Page, { within, withTargets = false }: Options = {}): Promise<string[]> {
  // What it takes to read axe is saved where the page has it already.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
  // Otherwise each look opens a page of its own, and everything that is right is told too: either takes longer than the look.
  builder.setLegacyMode().options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: withTargets } } })
  if (within) builder.include(within)
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.replaceAll('\n', ' ')}`),
  )
}
