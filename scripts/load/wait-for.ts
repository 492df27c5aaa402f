import { setTimeout as sleep } from 'node:timers/promises'

/** Looks again and again until it is so; throws after `limitMs`. */
export async function waitFor(what: string, limitMs: number, isSo: () => Promise<unknown>, everyMs = 50) {
  for (const since = performance.now(); !(await isSo()); await sleep(everyMs))
    if (performance.now() - since > limitMs) throw new Error(`not in ${limitMs / 1000} s: ${what}`)
}
