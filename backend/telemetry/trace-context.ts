// Parses W3C's traceparent, the trace context of requests, events and jobs.
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const mostLinks = 128

export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = shape.exec(text ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

export function formatTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
}

/**
 * Places a span after several causes: under the first if all share a trace, else at the head of a new one. Links the
 * causes that are not its parent.
 */
export function placeUnder(traceparents: Iterable<string | undefined>): { parent: Context; links: Link[] } {
  const spans = [...new Set(traceparents)].map(parseTraceparent).filter((span) => span !== undefined)
  const [first, ...others] = spans
  if (!first) return { parent: ROOT_CONTEXT, links: [] }
  const isOneTrace = others.every((span) => span.traceId === first.traceId)
  const linked = isOneTrace ? others : spans
  return {
    parent: isOneTrace ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT,
    links: linked.slice(0, mostLinks).map((context) => ({ context })),
  }
}
