// A connection that is told what changes, and is made again when it is lost, also when nobody says that it is.
import type { LiveNews } from '#frontend/api.ts'

/** In milliseconds. The shop answers at once and shows signs of life every 15 seconds: after so long without one the connection is dead. */
const [answerMs, silenceMs] = [10_000, 40_000]
/** Before the first try to connect again, and the longest; in milliseconds. */
const [firstPauseMs, longestPauseMs] = [1000, 30_000]

/** Until the signal. `after`: the position up to which the page was told, asked before each try; undefined: whatever is so now. */
export function keepConnected(
  after: () => number | undefined,
  tell: (news: LiveNews) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const next = (run: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, milliseconds)
  }
  const open = () => {
    source?.close()
    const known = after()
    source = new EventSource(known === undefined ? '/api/live' : `/api/live?after=${known}`)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      failures = 0
      next(again, silenceMs)
      tell(JSON.parse(data) as LiveNews)
    }
    source.onerror = again
    next(again, answerMs)
  }
  const again = () => {
    source?.close()
    // By chance sooner or later, so that the browsers of a process that ended do not all come at once.
    next(open, Math.min(firstPauseMs * 2 ** failures++, longestPauseMs) * (0.5 + Math.random() / 2))
  }
  addEventListener('online', open)
  signal.addEventListener('abort', () => {
    source?.close()
    clearTimeout(timer)
    removeEventListener('online', open)
  })
  open()
}
