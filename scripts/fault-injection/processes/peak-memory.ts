// Preloaded into a measured program: writes its peak memory in bytes to descriptor 3 at its end.
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Threads inherit the preload, but their memory belongs to the process.
if (isMainThread) process.on('exit', () => void writeSync(3, String(process.resourceUsage().maxRSS * 1024)))
