// A JSON report of vitest with retries, reasons of skips, and expected failures.
import { JsonReporter, type TestModule } from 'vitest/node'

export default class TestReport extends JsonReporter {
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
