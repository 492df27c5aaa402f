// The peer, Emmett's PostgreSQL store, in its own process because it changes the driver's number parsing globally.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { operations } from './emmett-process.ts'

type Operations = typeof operations
export type Peer = {
  call<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<Awaited<ReturnType<Operations[Name]>>>
  close(): Promise<void>
}
type Answer = { id: number; result?: unknown; failure?: string }

export async function openPeer(url: string): Promise<Peer> {
  const child = fork(new URL('./emmett-process.ts', import.meta.url), [url])
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let count = 0
  const ready = once(child, 'message')
  await Promise.race([ready, once(child, 'exit').then(() => Promise.reject(new Error('Emmett did not start')))])
  child.on('message', ({ id, result, failure }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) one?.resolve(result as never)
    else one?.reject(new Error(failure))
  })
  child.on('exit', () => {
    for (const one of waiting.values()) one.reject(new Error('Emmett ended'))
  })
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject })
        child.send({ id: count, name, args })
      }),
    async close() {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    },
  }
}
