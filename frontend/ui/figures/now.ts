import { useEffect, useState } from 'react'

/** The current time in milliseconds, refreshed every second while `running`. */
export function useNow(running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}
