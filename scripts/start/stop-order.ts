// What was started, so that it can be stopped in the reverse order, whenever and however the end comes.

type Stop = () => Promise<void>

/** The list of started parts of one process. */
export interface StopOrder {
  /** Remembers how to stop a part that has just started. */
  add(name: string, stop: Stop): void
  /** Stops everything, newest first; a part that fails to stop is reported and does not keep the others. */
  stopAll(): Promise<void>
}

/** Begins an empty list. `report` gets a sentence for each part that did not stop. */
export function stopOrder(report: (sentence: string) => void): StopOrder {
  const parts: { name: string; stop: Stop }[] = []
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stopAll: async () => {
      for (let part = parts.pop(); part; part = parts.pop()) {
        const { name, stop } = part
        await stop().catch((error) =>
          report(`${name} no se detuvo bien: ${error instanceof Error ? error.message : error}`),
        )
      }
    },
  }
}

/** One request to end may arrive twice, by the terminal and by the process that started us. */
const sameRequestMs = 1000

/**
 * Aborted at Ctrl-C, SIGTERM, a closed terminal or the loss of the process that started us. A second request leaves
 * at once, without an ordered stop.
 */
function endAsked(): AbortSignal {
  const controller = new AbortController()
  let askedAt = 0
  const ask = () => {
    if (!controller.signal.aborted) askedAt = Date.now()
    else if (Date.now() - askedAt > sameRequestMs) process.exit(130)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  // The reader of our output may be gone before us; that must not break the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

/**
 * The life of a process: starts its parts, waits until its end is asked for, stops them newest first and exits. A
 * start that fails prints its sentence and ends with status 1 and nothing left running.
 */
export async function live(start: (parts: StopOrder, signal: AbortSignal) => Promise<void>): Promise<never> {
  const signal = endAsked()
  const parts = stopOrder((sentence) => console.error(sentence))
  const end = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    await start(parts, signal)
    await end
  } catch (error) {
    if (!signal.aborted) {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    }
  }
  await parts.stopAll()
  process.exit()
}
