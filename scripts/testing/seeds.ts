// Checks a property on earlier failures, then on new seeds for a while.
/// <reference types="vite/types/importMeta.d.ts" />
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** Seconds of new seeds; `npm run fault-injection` extends it. */
const seconds = Number(import.meta.env.MODEL_SECONDS ?? 6)
const runsOfSeed = 5
/** Races may need several tries. */
const runsOfKept = 5
/** Time for shrinking a failing program, in milliseconds. */
const shrinkFor = 60_000

/** A failure tells how to keep its seed. Returns the number of runs. */
export async function checkSeeds<T>(kept: readonly T[], property: fc.IAsyncProperty<[T]>): Promise<number> {
  const examples = Array.from({ length: runsOfKept }, () => kept.map((one): [T] => [one])).flat()
  let runs = examples.length === 0 ? 0 : await check(property, { examples, numRuns: examples.length })
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) runs += await check(property, { seed: randomInt(2 ** 31), numRuns: runsOfSeed })
  return runs
}

async function check<T>(property: fc.IAsyncProperty<[T]>, options: fc.Parameters<[T]>): Promise<number> {
  const details = await fc.check(property, { ...options, interruptAfterTimeLimit: shrinkFor })
  if (!details.failed) return details.numRuns
  const [found] = details.counterexample ?? []
  throw new Error(
    `To keep this failure, add ${JSON.stringify(found)} to the kept ones.\n${fc.defaultReportMessage(details)}`,
    { cause: details.errorInstance },
  )
}
