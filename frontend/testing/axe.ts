// What axe finds wrong with a page: contrast, names, roles, order.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'

type Options = {
  /** A selector: only what lies in it is looked at. */
  within?: string
  /** Also whether everything that can be pressed is large enough for a finger. */
  withTargets?: boolean
  /** What hangs on colours alone, of a page that was looked at with the same window in the other theme. */
  coloursOnly?: boolean
}

/** A line for everything that breaks a rule, with what axe says of it. */
export async function axeFaults(page: Page, options: Options = {}): Promise<string[]> {
  const { within, withTargets = false, coloursOnly = false } = options
  // What it takes to read axe is saved where the page has it already.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
  // Otherwise each look opens a page of its own, and everything that is right is told too: either takes longer than the look.
  // And it would load style sheets for rules that are not on, which takes as long as all the others.
  const common = { resultTypes: ['violations' as const], preload: false }
  builder
    .setLegacyMode()
    .options(
      coloursOnly
        ? { ...common, runOnly: ['color-contrast'] }
        : { ...common, rules: { 'target-size': { enabled: withTargets } } },
    )
  if (within) builder.include(within)
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.replaceAll('\n', ' ')}`),
  )
}
