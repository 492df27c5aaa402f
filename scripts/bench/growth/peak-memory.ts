// Loaded before a program that is measured: at its end the most memory that the whole process ever had is written to descriptor 3, in bytes.
import { writeSync } from 'node:fs'

process.on('exit', () => void writeSync(3, String(process.resourceUsage().maxRSS * 1024)))
