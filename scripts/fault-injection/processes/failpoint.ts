// Kills its process by SIGKILL at the nth statement of a kind, before sending or after the answer.
import pg from 'pg'

const statements = {
  append: /\bes\.append\(/,
  rows: /^insert into rm\./,
  checkpoint: /update es\.subscriptions s set pos/,
  commit: /^commit$/i,
  jobs: /insert into "?job"?\./i,
} as const

export type Failpoint = { at: keyof typeof statements; when: 'before' | 'after'; nth: number }
export const failpointPlaces = Object.keys(statements) as Failpoint['at'][]

export function armFailpoint({ at, when, nth }: Failpoint): void {
  let met = 0
  const isHere = (query: unknown) => statements[at].test(textOf(query).trimStart()) && ++met === nth
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function dying(this: pg.Client, ...args: unknown[]) {
    if (!isHere(args[0])) return send.apply(this, args)
    if (when === 'before') die()
    const callback = args.at(-1)
    if (typeof callback === 'function') return send.apply(this, [...args.slice(0, -1), die])
    return (send.apply(this, args) as Promise<unknown>).then(die, die)
  } as typeof pg.Client.prototype.query
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
}
