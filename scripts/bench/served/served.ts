// A server of a benchmark in a process of its own, so that what drives it does not share its event loop.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a process has done until now: statements that it sent to its database, calls that it made by HTTP, connections that it took. */
export type Counted = { statements: number; calls: number; connections: number }
export type Served = { url: string; pid: number; counted(): Promise<Counted>; stop(): Promise<void> }

/** What a child process serves. bare: Hono alone; instant-wallet: a provider that opens checkouts without any work of its own. The shop
 * without a database brings its own, with the demo; its callers may ask as often as they like, or with `limits` as often as shoppers, who
 * come through a proxy. A mailbox's url is its SMTP address. */
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

/** What every shop of a benchmark seals personal data and signs sessions with. */
export const shopSecrets = { dataKey: Buffer.alloc(32, 1), sessionSecret: 'b'.repeat(40) }

/** As `npm start` sets it. */
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
