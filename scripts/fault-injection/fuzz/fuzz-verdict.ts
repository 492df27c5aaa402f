import type pg from 'pg'
import type { z } from 'zod'
import { closed } from '#backend/http/contract/closed-schema.ts'
import type { Route } from '#backend/http/contract/routes.ts'
import { nameOf, problemsOf } from '#backend/http/openapi/document.ts'
import type { OddRequest } from './odd-requests.ts'

export type Judged = OddRequest & {
  caller: string
  status: number
  code: string | undefined
  body: unknown
  requestId: string
}
type Documented = { codes: Set<string>; body: z.ZodType | null; status: number; looked: number }

const mostBodiesPerCall = 25
/** The log records wrong keys. */
const rememberedRefusals = new Set(['RoleKeyRejected'])

export class Verdict {
  readonly problems: string[] = []
  refused = 0
  readonly #documented: Map<string, Documented>
  readonly #succeeded = new Set<string>()
  #refusals = new Map<string, string>()

  constructor(routes: readonly Route[]) {
    this.#documented = new Map(routes.map((route) => [nameOf(route), documentedOf(route)]))
  }

  get reached(): number {
    return this.#succeeded.size / this.#documented.size
  }

  hear(judged: Judged): void {
    const { caller, route, url, text, status, code, body, requestId } = judged
    const line = `${caller} ${route.method} ${url} ${text ?? ''}`
    const fault = this.#faultOf(judged)
    if (fault) this.problems.push(`${fault}\n  ${line}\n  ${status} ${code ?? ''} ${JSON.stringify(body)}`)
    if (status >= 200 && status < 300) this.#succeeded.add(nameOf(route))
    if (status < 400 || status >= 500) return
    this.refused++
    this.#refusals.set(requestId, `${line}: ${status}`)
  }

  /** Reports events of refused requests after this position; then forgets the requests. */
  async compareWithLog(pool: pg.Pool, after: number): Promise<void> {
    const { rows } = await pool.query<{ type: string; correlation: string }>(
      `select t.name as type, e.meta ->> 'correlation' as correlation
       from es.events e join es.event_types t on t.id = e.type where e.pos > $1`,
      [after],
    )
    for (const { type, correlation } of rows) {
      const refusal = this.#refusals.get(correlation)
      if (refusal && !rememberedRefusals.has(type)) this.problems.push(`refused, and yet ${type}\n  ${refusal}`)
    }
    this.#refusals = new Map()
  }

  /** Absent providers are no fault here. */
  #faultOf({ route, status, code, body }: Judged): string | undefined {
    const documented = this.#documented.get(nameOf(route))
    if (!documented) return 'a call that was not asked for'
    if (status >= 500 && !/^(payment|sign_in|mail)_unavailable$/.test(code ?? '')) return 'a server error'
    // An absurd id may form another path.
    if (route.path.includes(':') && /^(unknown_path|method_not_allowed)$/.test(code ?? '')) return undefined
    if (code !== undefined) return documented.codes.has(code) ? undefined : `the description does not tell of ${code}`
    if (status !== documented.status) return `the description tells of ${documented.status}`
    if (documented.looked++ >= mostBodiesPerCall) return undefined
    const parsed = documented.body?.safeParse(body)
    return parsed?.error ? `another body than described: ${parsed.error.message}` : undefined
  }
}

function documentedOf(route: Route): Documented {
  const { call } = route
  if (!call) throw new Error(`${nameOf(route)} says nothing of its call`)
  const { status = 200, returns: schema } = call
  return { codes: new Set(problemsOf(route)), body: schema && closed(schema), status, looked: 0 }
}
