// npm run bench [-- NAME ...]: every benchmark, or the named ones. Each measures the shop beside a floor in the same run.
import { run as append } from './bench/append.ts'
import { run as http } from './bench/http.ts'

const benchmarks: Record<string, () => Promise<void>> = { append, http }
const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(benchmarks)

for (const name of chosen) {
  const benchmark = benchmarks[name]
  if (!benchmark) {
    console.error(`No hay una medición ${name}. Las que hay: ${Object.keys(benchmarks).join(', ')}`)
    process.exitCode = 2
    break
  }
  await benchmark()
}
