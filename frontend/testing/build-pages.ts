// Before a run of browser tests: the pages are built once, for all workers.
import { ensureFrontend } from '#scripts/build-frontend.ts'

export default async function setup(): Promise<void> {
  await ensureFrontend()
}
