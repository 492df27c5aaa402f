// A live connection that reconnects after a loss, including a silent one.
import type { LiveNews } from '#frontend/api.ts'

/** Milliseconds. The shop sends a heartbeat every 15 seconds, so longer silence means a dead connection. */
const [answerMs, silenceMs] = [10_000, 40_000]
/** Shortest and longest pause before reconnecting, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [1000, 30_000]

/** Runs until aborted. `after`: the last position received, asked before each try; undefined: start from now. */
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
    // Random jitter, so that the browsers of a dead process don't all reconnect at once.
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
