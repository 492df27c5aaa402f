// For tests: one more process of the shop. Says its address when it serves, does a job when it is told to, and ends when its parent lets go.
import { loadConfig } from '#backend/config/config.ts'
import type { JobName } from '#backend/jobs/queue.ts'
import { type Surroundings, startShop } from '#backend/start-shop.ts'

const { env, parts } = JSON.parse(process.argv[2] ?? '') as { env: Record<string, string>; parts: Surroundings }
const shop = await startShop(loadConfig(env), parts)
process.on('message', ({ job, data }: { job: JobName; data: never }) => void shop.jobs[job](data))
process.on('disconnect', () => void shop.stop().then(() => process.exit()))
process.send?.(shop.url)
