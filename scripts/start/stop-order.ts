// Stops started parts in reverse order, whenever the end comes.
type Stop = () => Promise<void>

export type StopOrder = ReturnType<typeof stopOrder>

/** `report` gets a sentence for each part that failed to stop, which doesn't block the others. */
export function stopOrder(report: (sentence: string) => void) {
  const parts: { name: string; stop: Stop }[] = []
  return {
    add: (name: string, stop: Stop) => void parts.push({ name, stop }),
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

/** The terminal and the parent process may both deliver the same request. */
const sameRequestMs = 1000

/** Aborts on Ctrl-C, SIGTERM, a closed terminal or a lost parent process. A second request exits at once. */
function endAsked(): AbortSignal {
  const controller = new AbortController()
  let askedAt = 0
  const ask = () => {
    if (!controller.signal.aborted) askedAt = Date.now()
    else if (Date.now() - askedAt > sameRequestMs) process.exit(130)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  // A closed output must not break the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

/**
 * A process's life: starts its parts, waits for the end, stops them newest first and exits. A failed start prints its
 * sentence and exits with status 1, leaving nothing behind.
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
