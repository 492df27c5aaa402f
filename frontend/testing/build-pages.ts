// Before a run of browser tests: the pages are built once, for all workers, and what the last run left behind goes.
import { rm } from 'node:fs/promises'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { resultsFolder } from './visits.ts'

export default async function setup(): Promise<void> {
  await rm(resultsFolder, { recursive: true, force: true })
  await ensureFrontend()
}
