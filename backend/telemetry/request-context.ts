import { AsyncLocalStorage } from 'node:async_hooks'

export type Scope = {
  readonly correlation: string
  /** W3C trace context of the current span; only while traces are sent. */
  traceparent?: string | undefined
}

const scopes = new AsyncLocalStorage<Scope>()

/** Everything that the work awaits runs inside the scope too. */
export function runIn<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

export function currentScope(): Scope | undefined {
  return scopes.getStore()
}
