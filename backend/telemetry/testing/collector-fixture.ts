// For tests: a collector that takes traces by OTLP over HTTP in JSON, on a port of its own.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const value = z
  .object({ stringValue: z.string(), intValue: z.coerce.number(), boolValue: z.boolean(), arrayValue: z.unknown() })
  .partial()
  .transform((any) => any.stringValue ?? any.intValue ?? any.boolValue ?? any.arrayValue)
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((list) => Object.fromEntries(list.map((one) => [one.key, one.value])))
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
})
const message = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
})

export type CollectedSpan = z.output<typeof span>

/** Starts it; `spans` grows as they arrive. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const services = new Set<unknown>()
  const take = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404
    for (const { resource, scopeSpans } of message.parse(JSON.parse(await text(request))).resourceSpans) {
      services.add(resource.attributes['service.name'])
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    return 200
  }
  const server = createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    services,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
