// What was started, so that it can be stopped in the reverse order, whenever and however the end comes.

type Stop = () => Promise<void>

/** The list of started parts of one process. */
export interface StopOrder {
  /** Aborted when the end was asked for: what is being started should give up. */
  readonly signal: AbortSignal
  /** Remembers how to stop a part that has just started. */
  add(name: string, stop: Stop): void
  /** Stops everything once, newest first; a part that fails to stop is reported and does not keep the others. */
  stopAll(): Promise<void>
}

/** Begins an empty list. `report` gets a sentence for each part that did not stop. */
export function stopOrder(report: (sentence: string) => void): StopOrder {
  const parts: { name: string; stop: Stop }[] = []
  const controller = new AbortController()
  let ending: Promise<void> | undefined

  async function unwind(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { name, stop } = part
      await stop().catch((error) =>
        report(`${name} no se detuvo bien: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  return {
    signal: controller.signal,
    add: (name, stop) => void parts.push({ name, stop }),
    stopAll: () => {
      controller.abort()
      ending ??= unwind()
      return ending
    },
  }
}

/**
 * Ctrl-C, SIGTERM, a closed terminal and the loss of the process that started us all call `end` once; a second signal
 * leaves at once.
 */
export function onEndAsked(end: () => void): void {
  let asked = false
  const ask = () => {
    if (asked) process.exit(130)
    asked = true
    end()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  process.once('disconnect', () => {
    if (!asked) ask()
  })
}
