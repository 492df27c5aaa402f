// Folds the log in a thread beside the walk through it, to use a second core.
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { FoldedLog } from './fold-log.ts'
import type { FoldParts } from './verify-read-model.ts'

/** `databaseUrl` has the owner's rights; `name` labels the sessions. */
export type FoldOrder = { databaseUrl: string; name: string; snapshot: string }
export type FromThread = { position: number } | FoldedLog

/** Megabytes, twice a fold's need; without a limit V8 leaves the garbage of millions of events in memory. */
const heap = { old: 192, young: 24 }

export async function foldBeside(
  { ownerPool, signal }: FoldParts,
  snapshot: string,
  progress: (position: number) => void,
): Promise<FoldedLog> {
  const { connectionString: databaseUrl = '', application_name: name = '' } = ownerPool.options
  const limit = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)
  const worker = new Worker(new URL('./fold-thread.child.ts', import.meta.url), {
    workerData: { databaseUrl, name, snapshot } satisfies FoldOrder,
    resourceLimits: { maxOldGenerationSizeMb: Math.min(heap.old, limit), maxYoungGenerationSizeMb: heap.young },
  })
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: FromThread) => {
        if ('position' in message) progress(message.position)
        else resolve(message)
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`the folds of the read models ended with ${code}`)))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  } finally {
    await worker.terminate()
  }
}
