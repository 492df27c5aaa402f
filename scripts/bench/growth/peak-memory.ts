// Loaded before a program that is measured: at its end the most memory that the whole process ever had is written to descriptor 3, in bytes.
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Threads are started with what the program was started with, and their memory is the process's.
if (isMainThread) process.on('exit', () => void writeSync(3, String(process.resourceUsage().maxRSS * 1024)))
