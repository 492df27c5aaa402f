// The JSON report of vitest, with what it leaves out of a test: how often it was tried again, why it was skipped, whether it had to fail.
import { JsonReporter, type TestModule } from 'vitest/node'

export default class ToldReport extends JsonReporter {
  override onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    for (const { children } of modules)
      for (const test of children.allTests()) {
        const result = test.result()
        Object.assign(test.meta(), {
          retries: test.diagnostic()?.retryCount ?? 0,
          ...('note' in result && { note: result.note }),
          fails: test.options.fails === true,
        })
      }
    return super.onTestRunEnd(modules as Parameters<JsonReporter['onTestRunEnd']>[0])
  }
}
