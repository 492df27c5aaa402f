// A shopper of the benchmark over HTTP: an account of its own, with its session.

export type Shopper = { id: number; send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> }

/** Registers and signs in. `n` makes the e-mail. Every call throws on an answer that is not 2xx. */
export async function enter(origin: string, n: number): Promise<Shopper> {
  const account = { name: 'Comprador', email: `comprador${n}@bench.test`, password: 'Clave-segura-1' }
  let cookie = ''
  async function send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const headers = { cookie, origin, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const answer = await fetch(origin + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    cookie = [
      ...new Map([...cookie.split('; '), ...set].filter(Boolean).map((pair) => [pair.split('=')[0], pair])).values(),
    ].join('; ')
    return (await answer.json()) as T
  }
  const { user } = await send<{ user: { id: number } }>('POST', '/api/users/new', account)
  await send('POST', '/api/users/verifyuser', { email: account.email, password: account.password })
  return { id: user.id, send }
}
