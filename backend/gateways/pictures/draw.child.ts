// Child process that draws one picture and ends itself above its limits. The decoder works beside the event loop.
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { draw } from './drawing.ts'
import { type FromChild, PictureRefused, type ToChild } from './drawn-picture.ts'

/** An AVIF of 12 megapixels takes 310 MB. */
const maxBytes = 400 * 1024 * 1024
const maxCpuMicroseconds = 10_000_000
const lookEveryMs = 10

process.on('disconnect', () => process.exit())
process.once('message', ({ bytes, drawing }: ToChild) => {
  draw(bytes, drawing).then(
    (drawn) => tell({ drawn }),
    (error: unknown) => tell(error instanceof PictureRefused ? { problem: error.problem } : { failure: String(error) }),
  )
})
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
dieFirst()
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > maxBytes || user + system > maxCpuMicroseconds) process.kill(process.pid, 'SIGKILL')
}, lookEveryMs).unref()

/** Makes Linux end this process before the shop when memory is short. */
function dieFirst(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}

function tell(message: FromChild): void {
  process.send?.(message, () => process.exit())
}
