// Starts what stands around the shop in a process of its own, so that it shares no event loop with shop or driver.
import { Child } from '#scripts/fault-injection/processes/child.ts'

/** bare: Hono alone; instant-wallet: a provider that opens checkouts at once. */
export type SandboxSpec = { kind: 'bare' | 'wallet' | 'instant-wallet' | 'mailbox'; databaseUrl: string }

/** `address`: a mailbox's is that of its SMTP server. */
export async function startSandbox(kind: SandboxSpec['kind'], opened: AsyncDisposableStack, databaseUrl = '') {
  const child = new Child(new URL('./sandbox.child.ts', import.meta.url), { kind, databaseUrl })
  opened.defer(() => child.stop())
  return { address: (await child.started()) as string, pid: child.pid }
}
