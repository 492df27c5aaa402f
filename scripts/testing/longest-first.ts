// Orders test files longest first, so that none runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A fresh clone only knows the sizes of files. */
const longest = [
  'scripts/fresh-clone.db.test.ts',
  'scripts/start.db.test.ts',
  'scripts/ending-process.http.test.ts',
  'scripts/fault-injection/fault-injection.db.test.ts',
  'scripts/bench/growth/growth.db.test.ts',
  'scripts/fault-injection/fuzz/fuzz.http.test.ts',
  'scripts/bench/catalogue/catalogue.http.test.ts',
  'backend/ops/verify/verify.db.test.ts',
  'backend/demo/demo.http.test.ts',
  'frontend/screens/panel/order-acts.browser.test.ts',
  'frontend/screens/panel/every-page.browser.test.ts',
  'frontend/screens/panel/product-states.browser.test.ts',
  'frontend/screens/panel/products-section.browser.test.ts',
  'frontend/every-path.browser.test.ts',
  'scripts/start/demo-shop.browser.test.ts',
  'frontend/screens/panel/roles.browser.test.ts',
]

/** Files that mostly wait for minutes start first. */
const waiting = [
  'backend/http/routes/locked-read-models.http.test.ts',
  'scripts/fault-injection/hot-product/hot-product.db.test.ts',
]

/** Alternates kinds: a worker serves one kind, and the shortest files come last. */
const kinds = ['browser', 'db', 'unit']

const isWaiting = ({ moduleId }: TestSpecification) => waiting.some((file) => moduleId.endsWith(file))
const kindOf = ({ project }: TestSpecification) => kinds.indexOf(project.name)
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file))
  return rank === -1 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || kindOf(a) - kindOf(b) || rankOf(a) - rankOf(b),
    )
  }
}
