// A property of tests on the seeds that once failed, and then on new ones for a while.
/// <reference types="vite/types/importMeta.d.ts" />
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

export type KeptSeed = { seed: number; path?: string }

/** Seconds of new seeds; `npm run torture` gives more. */
const seconds = Number(import.meta.env.MODEL_SECONDS ?? 6)
/** Programs of one seed. */
const runsOfSeed = 5
/** A failing program is made smaller for this long, in milliseconds. */
const shrinkFor = 60_000

/** Checks a property on the kept seeds and on new ones; its failure says how to keep the seed. Answers how many programs were run. */
export async function checkSeeds<T>(kept: readonly KeptSeed[], property: fc.IAsyncProperty<T>): Promise<number> {
  let runs = 0
  for (const { seed, path } of kept)
    runs += await check(property, { seed, numRuns: path ? 1 : runsOfSeed, ...(path && { path }) })
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) runs += await check(property, { seed: randomInt(2 ** 31), numRuns: runsOfSeed })
  return runs
}

async function check<T>(property: fc.IAsyncProperty<T>, options: fc.Parameters<T>): Promise<number> {
  const details = await fc.check(property, { ...options, interruptAfterTimeLimit: shrinkFor })
  if (!details.failed) return details.numRuns
  const line = JSON.stringify({ seed: details.seed, path: details.counterexamplePath })
  throw new Error(`To keep this failure, add ${line} to kept-seeds.json.\n${fc.defaultReportMessage(details)}`, {
    cause: details.errorInstance,
  })
}
