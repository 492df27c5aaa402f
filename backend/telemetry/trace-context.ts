// The trace context as it crosses requests, events and jobs: the text of W3C's traceparent.
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

/** The span that a traceparent names; undefined if it names none. */
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
 * Where a span that follows these belongs: under the first while all are of one trace, else at the head of a trace of its own. It is
 * linked to whichever it does not lie under.
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
