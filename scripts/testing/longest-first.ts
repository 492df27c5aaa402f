// Orders test files longest first, so that none runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A fresh clone only knows the sizes of files. Those that mostly wait come first: others work meanwhile. */
const longest = [
  'scripts/fault-injection/hot-product/hot-product.db.test.ts',
  'backend/http/routes/locked-read-models.http.test.ts',
  'scripts/fresh-clone.db.test.ts',
  'scripts/start.db.test.ts',
  'scripts/fault-injection/fault-injection.db.test.ts',
  'scripts/ending-process.http.test.ts',
  'scripts/bench/catalogue/catalogue.http.test.ts',
  'backend/http/routes/locked-rows.http.test.ts',
  'scripts/bench/growth/growth.db.test.ts',
  'backend/ops/verify/verify.db.test.ts',
  'backend/http/routes/holds.http.test.ts',
  'backend/readmodels/replicas.http.test.ts',
  'scripts/fault-injection/fuzz/fuzz.http.test.ts',
  'scripts/fault-injection/failover/failover.db.test.ts',
  'backend/commands/killed-purchase.http.test.ts',
  'backend/demo/demo.http.test.ts',
  'backend/ops/cli/process.db.test.ts',
  'frontend/screens/panel/order-acts.browser.test.ts',
  'frontend/screens/panel/every-page.browser.test.ts',
  'frontend/screens/panel/product-states.browser.test.ts',
  'frontend/screens/panel/products-section.browser.test.ts',
  'frontend/every-path.browser.test.ts',
  'scripts/start/demo-shop.browser.test.ts',
  'frontend/screens/panel/roles.browser.test.ts',
]

/** A worker serves one kind and ends when the next file is of another: each change of kind loads the shop anew. */
const kinds = ['db', 'browser', 'unit']

const kindOf = ({ project }: TestSpecification) => kinds.indexOf(project.name)
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file))
  return rank === -1 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => kindOf(a) - kindOf(b) || rankOf(a) - rankOf(b))
  }
}
