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

/** Quick: it is done for each answer, on a thread beside the one that serves. */
const quick: BrotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } }
const compressed: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, quick),
  gzip: (body) => promisify(gzip)(body, { level: 5 }),
}

/** Compresses what the routes answer. An answer with an ETag is compressed once as long as it is asked for now and then. */
export function compress(): MiddlewareHandler {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxKeptBytes, sizeCalculation: (bytes) => bytes.length })
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
    const plain = known ? undefined : Buffer.from(await c.res.arrayBuffer())
    const worthIt = known ?? (plain && plain.length >= smallest ? await compressed[encoding](plain) : undefined)
    if (worthIt) {
      headers.set('Content-Encoding', encoding)
      headers.delete('Content-Length')
      if (tag !== null && !known) kept.set(`${encoding} ${tag}`, worthIt)
    }
    c.res = new Response(new Uint8Array(worthIt ?? plain ?? Buffer.alloc(0)), { status, headers })
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
