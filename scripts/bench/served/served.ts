// A benchmark's server in its own process, so that it doesn't share the driver's event loop.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Totals of a process: statements, HTTP calls, accepted connections. */
export type Counted = { statements: number; calls: number; connections: number }
export type Served = { url: string; pid: number; counted(): Promise<Counted>; stop(): Promise<void> }

/**
 * bare: Hono alone; instant-wallet: a provider that opens checkouts at once. A shop without `databaseUrl` brings its
 * own with the demo. Callers are unlimited, or with `limits` as limited as shoppers behind a proxy. A mailbox's url
 * is its SMTP address.
 */
export type Serving =
  | { kind: 'bare' }
  | { kind: 'wallet' | 'instant-wallet' | 'mailbox'; databaseUrl: string }
  | {
      kind: 'shop'
      databaseUrl?: string
      readUrls?: readonly string[]
      role?: 'both' | 'web'
      walletUrl?: string
      smtpUrl?: string
      limits?: 'usual'
    }

export const walletCredentials = { accessToken: 'TEST-1-0-0-1', webhookSecret: 'bench-webhook-secret' }

export const shopSecrets = { dataKey: Buffer.alloc(32, 1), sessionSecret: 'b'.repeat(40) }

/** Same as for `npm start`. */
const heapOfShop = ['--max-old-space-size=512']

export async function serveInChild(serving: Serving): Promise<Served> {
  const execArgv = serving.kind === 'shop' ? heapOfShop : []
  const child = fork(new URL('./served.child.ts', import.meta.url), [JSON.stringify(serving)], { execArgv })
  const ended = once(child, 'exit')
  const early = ended.then(([code]) => Promise.reject(new Error(`the ${serving.kind} ended with ${code}`)))
  const [url] = (await Promise.race([once(child, 'message'), early])) as [string]
  early.catch(() => undefined)
  return {
    url,
    pid: child.pid ?? 0,
    async counted() {
      child.send('count')
      const [counted] = (await once(child, 'message')) as [Counted]
      return counted
    },
    async stop() {
      child.send('stop')
      await ended
    },
  }
}
