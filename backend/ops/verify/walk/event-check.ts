import { z } from 'zod'
import { shopLog } from '#backend/domain/shop-log.ts'
import { type EventDefinition, shapeOf } from '#backend/eventstore/definition/event-definition.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import { readData } from '#backend/eventstore/log/decoding/stored-data.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { misplacement } from './event-place.ts'

const inSpanish = { error: z.locales.es().localeError }
const definitions = new Map(eventDefinitionsOf(shopLog).map((definition) => [definition.name, definition]))
const metadata = z.strictObject({
  actor: z.string(),
  cause: z.string().min(1),
  correlation: z.string().min(1),
  causation: z.int().positive().optional(),
  traceparent: z.string().optional(),
})

/**
 * Returns data in today's shape and metadata; throws for the first fault. `decoded` is the same event with personal
 * fields opened. `latest` bounds the event's time.
 */
export function checkEvent(
  { type, row, decoded }: { type: string; row: StoredEvent; decoded: Decoded },
  latest: Date,
): { data: Record<string, unknown>; meta: Traced } {
  if (definitions.get(type)?.version !== row.schema_version || decoded instanceof Undecodable) checkShape(type, row)
  if (decoded instanceof Undecodable) throw new Error(decoded.reason)
  const data = decoded.data as Record<string, unknown>
  const wrongPlace = misplacement(type, row.stream_id, data)
  if (wrongPlace !== undefined) throw new Error(wrongPlace)
  const meta = checkedMetadata(row)
  if (row.at > latest) throw new Error('su hora está por venir')
  return { data, meta }
}

/** Throws unless the data, with personal fields empty, fit the shape of their version and today's. */
function checkShape(type: string, { schema_version: version, data: text }: StoredEvent): void {
  const definition: EventDefinition | undefined = definitions.get(type)
  if (!definition) throw new Error('este programa no conoce su tipo')
  if (version < 1 || version > definition.version) throw new Error(`su esquema ${version} no se conoce`)
  const stored = JSON.parse(text) as Record<string, unknown>
  for (const to of [version, definition.version])
    shapeOf(definition, to)
      .strict()
      .parse(readData(definition, version, stored, new Map(), to), inSpanish)
}

type Traced = Pick<z.infer<typeof metadata>, 'actor' | 'causation'>

function checkedMetadata(row: StoredEvent): Traced {
  const meta = metadata.parse(JSON.parse(row.meta), inSpanish)
  const { actor, causation = 0 } = meta
  if (causation >= row.pos) throw new Error(`dice que lo causó el evento ${causation}, que no estaba antes`)
  if (!isActor(actor)) throw new Error(`dice que actuó «${actor}», que no es nadie`)
  return meta
}

function isActor(actor: string): boolean {
  const colon = actor.indexOf(':') + 1
  const name = colon === 0 ? actor : actor.slice(0, colon)
  return (shopLog.actors as readonly string[]).includes(name) && (colon === 0 || actor.length > colon)
}

export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `${issue.path.join('.') || 'todo'}: ${issue.message}`).join('; ')
  if (error instanceof SyntaxError) return 'no es JSON'
  const message = error instanceof Error ? error.message : String(error)
  return /authenticate data/.test(message) ? 'sus campos personales no se abren con la clave de la persona' : message
}
