// What one request or job is known by while it runs, in every function that it calls.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Scope = {
  /** One id for everything that comes from one request or job; it stands in its events, its log lines and its answer. */
  readonly correlation: string
  /** W3C trace context of the span under way; only while traces are sent. */
  traceparent?: string | undefined
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs the work inside a scope; everything it awaits is inside too. */
export function runIn<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

/** The scope of the caller, undefined outside of requests and jobs. */
export function currentScope(): Scope | undefined {
  return scopes.getStore()
}
