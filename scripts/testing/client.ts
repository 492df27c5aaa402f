// An HTTP caller with a browser's cookies, for tests, benchmarks and fault injection.

export type Client = ReturnType<typeof clientOf>
// biome-ignore lint/suspicious/noExplicitAny: a caller reads whatever came
export type Answer<Body = any> = { status: number; headers: Headers; body: Body }

/** `address`: where the shop listens. `longestMs`: throws after that; default: never. */
export function clientOf(origin: string, address = origin, longestMs?: number) {
  const jar = new Map<string, string>()
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json', origin }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(longestMs !== undefined && { signal: AbortSignal.timeout(longestMs) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const text = await wholeText(response)
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
  }
  return {
    jar,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
  }
}

/** Gives `client` the present cookies of `caller`: the same person at another process. */
export function asCaller<C extends Pick<Client, 'jar'>>(client: C, caller: Pick<Client, 'jar'>): C {
  client.jar.clear()
  for (const [name, value] of caller.jar) client.jar.set(name, value)
  return client
}

/** Releases an endless stream. */
async function wholeText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}
