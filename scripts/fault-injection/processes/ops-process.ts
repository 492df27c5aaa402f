// The operator's command line in a process of its own, as `npm run ops` starts it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { environment } from './child.ts'
import { keysUnderTest } from './core-under-test.ts'

const root = join(import.meta.dirname, '../../..')
const preload = new URL('./peak-memory.ts', import.meta.url).href
const youngHeap = '--max-semi-space-size=8'
const usual = { folder: root, heap: 1200 }
const DATA_KEY = keysUnderTest.dataKey.toString('base64')

/** `memory`: the peak of the process, in bytes. */
export type OpsDone = { code: number; out: string; err: string; seconds: number; memory: number }

/** `folder`: the sources; `heap`: in megabytes. */
export async function runOpsProcess(
  databaseUrl: string,
  args: readonly string[],
  { folder = usual.folder, heap = usual.heap }: Partial<typeof usual> = {},
): Promise<OpsDone> {
  const started = performance.now()
  const command = [youngHeap, `--max-old-space-size=${heap}`, '--import', preload, 'backend/ops/ops.ts', ...args]
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { DATABASE_URL: databaseUrl, DATA_DIR: tmpdir(), DATA_KEY, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [out, err, memory] = [1, 2, 3].map((nth) => text(child.stdio[nth] as NodeJS.ReadableStream))
  const [code] = (await once(child, 'close')) as [number]
  const seconds = (performance.now() - started) / 1000
  return { code, out: (await out) ?? '', err: (await err) ?? '', seconds, memory: Number(await memory) }
}
