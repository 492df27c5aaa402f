// Compresses pages and data. Files are compressed by the build; pictures already are.
import { promisify } from 'node:util'
import zlib, { type BrotliOptions, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const texts = /^(?:text\/html|application\/(?:json|problem\+json|xml))\b/
/** Bytes; compressing less saves no packet. */
export const smallest = 1024
export type Encoding = 'br' | 'gzip'

/** Copies the result, because the encoder's buffer keeps a far larger one alive. */
export const compressed: Record<Encoding, (body: Buffer) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (body) => new Uint8Array(await promisify(zlib.brotliCompress)(body, brotliOf(body.length))),
  gzip: async (body) => new Uint8Array(await promisify(zlib.gzip)(body, { level: 5 })),
}

export const decompressed = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }

/** Quick, since many answers are for one caller. An encoder with the default window of 4 MB would take 9.5 MB of memory for an answer of 2 KB. */
function brotliOf(bytes: number): BrotliOptions {
  return {
    chunkSize: Math.max(1024, bytes >> 2),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: bytes < 16 * 1024 ? 14 : 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
}

/** Compresses what the routes make for one caller; a ready answer (ready-answer.ts) comes compressed. */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const encoding = encodingOf(c.req.header('accept-encoding'))
    if (!encoding || c.req.method === 'HEAD') return
    const { headers, status } = c.res
    if (!texts.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
    // Looking at a body costs an answer its quick way out.
    if (!c.res.body) return
    if (!headers.has('vary')) headers.append('Vary', 'Accept-Encoding')
    const plain = await c.res.arrayBuffer()
    const isWorthIt = plain.byteLength >= smallest
    if (isWorthIt) {
      headers.set('Content-Encoding', encoding)
      headers.delete('Content-Length')
    }
    c.res = new Response(isWorthIt ? await compressed[encoding](Buffer.from(plain)) : plain, { status, headers })
  }
}

/** The better encoding that the caller takes; undefined for none. */
export function encodingOf(accepted: string | undefined): Encoding | undefined {
  const takes = (encoding: Encoding) =>
    accepted?.split(',').some((part) => {
      const [name, weight] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === encoding && !/^q=0(?:\.0*)?$/.test(weight ?? '')
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
