// Sends traces by OTLP over HTTP. Loaded only if a collector is configured, so they cost nothing otherwise.
import { hostname } from 'node:os'
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { logWarning } from './log.ts'
import { makeSpans } from './spans.ts'

const sendEveryMs = 1000

/** Sends spans to `endpoint`/v1/traces at most a second after their end; stop sends the rest. */
export function startTracing(endpoint: string): { stop(): Promise<void> } {
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5000 })
  const own = { 'service.name': 'gamertech', 'service.instance.id': `${hostname()}:${process.pid}` }
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  const stopSpans = makeSpans(provider.getTracer('gamertech'))
  return {
    async stop() {
      stopSpans()
      await provider.shutdown().catch((error: unknown) => tell('stop', error))
    },
  }
}

function tell(message: string, ...details: unknown[]): void {
  logWarning('traces', { detail: [message, ...details].map(String).join(' ') })
}

const nothing = () => undefined
const diagnostics: DiagLogger = { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }
