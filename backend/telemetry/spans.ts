// Defines the spans: request, append, append batch, feeding, job, each under its cause.
import type { TracingChannel } from 'node:diagnostics_channel'
import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { ClaimTaken, GuardRefused, Overloaded, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { EventMetadata, StoredEvent } from '#backend/eventstore/log/event.ts'
import { appends, batches, feedings } from '#backend/eventstore/log/telemetry.ts'
import { requests } from '#backend/http/middleware/telemetry.ts'
import { jobRuns } from '#backend/jobs/telemetry.ts'
import { type Ended, listen } from './listen.ts'
import { currentScope } from './request-context.ts'
import { formatTraceparent, placeUnder } from './trace-context.ts'

type Recipe<Message> = {
  /** null: no span. */
  begin(message: Message): {
    name: string
    kind: SpanKind
    under: readonly (string | undefined)[]
    attributes: Attributes
  } | null
  begun?(message: Message, traceparent: string, isSampled: boolean): void
  end?(message: Ended<Message>, span: Span): void
}

/** Turns everything observed into spans, until the returned function is called. */
export function makeSpans(tracer: Tracer): () => void {
  const stops = [ofRequests(tracer), ofAppends(tracer), ofBatches(tracer), ofFeeds(tracer), ofJobs(tracer)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Marks a span as failed unless the shop expects the error. */
function spansOf<Message extends object>(
  tracer: Tracer,
  channel: TracingChannel<Message, Message>,
  recipe: Recipe<Message>,
): () => void {
  const open = new WeakMap<Message, Span>()
  return listen(channel, {
    start(message) {
      const beginning = recipe.begin(message)
      if (!beginning) return
      const { name, kind, under, attributes } = beginning
      const { parent, links } = placeUnder(under)
      const span = tracer.startSpan(name, { kind, attributes, links }, parent)
      open.set(message, span)
      recipe.begun?.(message, formatTraceparent(span), (span.spanContext().traceFlags & 1) === 1)
    },
    end(message) {
      const span = open.get(message)
      if (!span) return
      recipe.end?.(message, span)
      const { error } = message
      if (error !== undefined) {
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        if (!isExpected(error)) span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  })
}

function isExpected(error: unknown): boolean {
  return [VersionConflict, ClaimTaken, GuardRefused, Overloaded].some((kind) => error instanceof kind)
}

function carryOn(traceparent: string): void {
  const scope = currentScope()
  if (scope) scope.traceparent = traceparent
}

function ofRequests(tracer: Tracer) {
  return spansOf(tracer, requests, {
    begin: ({ method, traceparent }) => ({
      name: method,
      kind: SpanKind.SERVER,
      under: [traceparent],
      attributes: { 'http.request.method': method, 'gamertech.correlation': currentScope()?.correlation ?? '' },
    }),
    begun: (_, traceparent) => carryOn(traceparent),
    end({ method, route, status }, span) {
      span.updateName(`${method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    },
  })
}

function ofAppends(tracer: Tracer) {
  return spansOf(tracer, appends, {
    begin: ({ entry: { meta, writes } }) => ({
      name: `append ${meta.cause}`,
      kind: SpanKind.PRODUCER,
      under: [currentScope()?.traceparent],
      attributes: {
        'gamertech.command': meta.cause,
        'gamertech.correlation': meta.correlation,
        'gamertech.events': writes.flatMap(({ events }) => events.map(({ type }) => type)),
      },
    }),
    begun(message, traceparent, isSampled) {
      if (isSampled) message.traceparent = traceparent
    },
    end({ result }, span) {
      if (result) span.setAttributes({ 'gamertech.position': result.position, 'gamertech.repeated': result.duplicate })
    },
  })
}

function ofBatches(tracer: Tracer) {
  return spansOf(tracer, batches, {
    begin: ({ entries }) => ({
      name: 'es.append',
      kind: SpanKind.CLIENT,
      under: entries.map((entry) => entry.traceparent),
      attributes: { 'db.system.name': 'postgresql', 'gamertech.entries': entries.length },
    }),
  })
}

/** Only events appended while traces were sent have a context. */
function ofFeeds(tracer: Tracer) {
  return spansOf(tracer, feedings, {
    begin({ name, generation, rows }) {
      const under = rows.flatMap(traceOf)
      if (under.length === 0) return null
      const attributes = { 'gamertech.subscription': name, 'gamertech.generation': generation }
      return {
        name: `feed ${name}`,
        kind: SpanKind.CONSUMER,
        under,
        attributes: { ...attributes, 'gamertech.events': rows.length, 'gamertech.position': rows.at(-1)?.pos ?? 0 },
      }
    },
    end({ result }, span) {
      if (result !== undefined) span.setAttribute('gamertech.parked', result)
    },
  })
}

function traceOf({ meta }: StoredEvent): string[] {
  const { traceparent } = meta.includes('"traceparent"') ? (JSON.parse(meta) as EventMetadata) : {}
  return traceparent === undefined ? [] : [traceparent]
}

function ofJobs(tracer: Tracer) {
  return spansOf(tracer, jobRuns, {
    begin: ({ job, traceparent }) => ({
      name: `job ${job}`,
      kind: SpanKind.CONSUMER,
      under: [traceparent],
      attributes: { 'gamertech.job': job, 'gamertech.correlation': currentScope()?.correlation ?? '' },
    }),
    begun: (_, traceparent) => carryOn(traceparent),
  })
}
