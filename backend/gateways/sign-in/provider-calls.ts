// Calls the provider with a time limit and a size limit; follows no redirect.
import { SignInError } from './sign-in-provider.ts'

const limitMs = 8000
const mostBytes = 64 * 1024

/** Reads the whole answer. Throws SignInError unavailable on timeout, redirect or excess size. */
export async function callProvider(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const limit = AbortSignal.timeout(limitMs)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    return new Response(await bodyOf(response), { status: response.status })
  } catch (cause) {
    if (cause instanceof SignInError) throw cause
    throw new SignInError('unavailable', `no answer from ${new URL(url).origin}`, { cause })
  }
}

async function bodyOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > mostBytes)
      throw new SignInError('unavailable', `the provider's answer is larger than ${mostBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
