// For tests: one more process of the shop. Says its address when it serves, does a job and says how it ended, or sets its clock wrong when it is told to, and
// ends when its parent lets go.
import { flushCompileCache } from 'node:module'
import { loadConfig } from '#backend/config/config.ts'
import type { JobName } from '#backend/jobs/queue.ts'
import { type StartContext, startShop } from '#backend/start-shop.ts'
import { replaceClock } from '#scripts/testing/movable-clock.ts'

/** ahead: by how many milliseconds the clock of the process is wrong. */
type Sent = { job: JobName; data: never } | { ahead: number }

const { env, parts } = JSON.parse(process.argv[2] ?? '') as { env: Record<string, string>; parts: StartContext }
const moveClock = replaceClock()
const shop = await startShop(loadConfig(env), parts)
process.on('message', (sent: Sent) => {
  if ('ahead' in sent) moveClock(sent.ahead)
  else
    void shop.jobs[sent.job](sent.data).then(
      () => process.send?.('done'),
      () => process.send?.('failed'),
    )
})
process.on('disconnect', () => void shop.stop().then(() => process.exit()))
// Node keeps compiled sources when a process ends by itself, and some of these are killed.
flushCompileCache()
process.send?.(shop.url)
