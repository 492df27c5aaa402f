// Pages and data go out compressed to who understands it. Files are compressed when they are built, pictures are already.
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

const texts = /^(?:text\/html|application\/(?:json|problem\+json|xml))\b/
/** Less than a packet or two is not worth it, in bytes. */
const smallest = 1024
/** What answers that are the same for all take compressed, in bytes. */
const maxKeptBytes = 16 * 1024 * 1024
type Encoding = 'br' | 'gzip'

/** A copy of its own: the buffer that an encoder returns keeps a far larger one alive. */
const compressed: Record<Encoding, (body: Buffer) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (body) => new Uint8Array(await promisify(brotliCompress)(body, brotliOf(body.length))),
  gzip: async (body) => new Uint8Array(await promisify(gzip)(body, { level: 5 })),
}

/** Quick, as it is done for each answer. An encoder with the default window of 4 MB would take 9.5 MB of memory for an answer of 2 KB. */
function brotliOf(bytes: number): BrotliOptions {
  return {
    chunkSize: Math.max(1024, bytes >> 2),
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: 4,
      [zlib.BROTLI_PARAM_LGWIN]: bytes < 16 * 1024 ? 14 : 18,
      [zlib.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
}

/** Compresses what the routes answer. An answer with an ETag is compressed once as long as it is asked for now and then. */
export function compress(): MiddlewareHandler {
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: maxKeptBytes,
    sizeCalculation: (bytes) => bytes.length,
  })
  return async (c, next) => {
    await next()
    const encoding = encodingOf(c.req.header('accept-encoding'))
    // An answer nobody wants compressed is not even looked at: looking costs it its quick way out.
    if (!encoding || c.req.method === 'HEAD' || !c.res.body) return
    const { headers, status } = c.res
    if (!texts.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
    headers.append('Vary', 'Accept-Encoding')
    const tag = headers.get('etag')
    const known = tag === null ? undefined : kept.get(`${encoding} ${tag}`)
    const plain = known ? undefined : await c.res.arrayBuffer()
    const worthIt =
      known ?? (plain && plain.byteLength >= smallest ? await compressed[encoding](Buffer.from(plain)) : undefined)
    if (worthIt) {
      headers.set('Content-Encoding', encoding)
      headers.delete('Content-Length')
      if (tag !== null && !known) kept.set(`${encoding} ${tag}`, worthIt)
    }
    c.res = new Response(worthIt ?? plain ?? null, { status, headers })
  }
}

/** The better one of those that the caller takes; undefined for neither. */
function encodingOf(accepted: string | undefined): Encoding | undefined {
  const takes = (encoding: Encoding) =>
    accepted?.split(',').some((part) => {
      const [name, weight] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === encoding && !/^q=0(?:\.0*)?$/.test(weight ?? '')
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
