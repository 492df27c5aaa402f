// What the core throws and an operator can do something about, in one Spanish sentence.
import { OtherSchema } from '#backend/db/migrate.ts'
import { LogNotContiguous } from '#backend/eventstore/log/event-store.ts'

/** What Node's crypto says where a key is not the one something was sealed with. */
const wrongKey = 'Unsupported state or unable to authenticate data'

/** The sentence, or undefined for an error that is nobody's mistake but ours. */
export function knownFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message === wrongKey)
    return 'DATA_KEY no es la de esta base de datos: las claves de las personas no se pueden abrir.'
  if (error instanceof LogNotContiguous) return `Al registro le faltan posiciones (${error.message}).`
  if (error instanceof OtherSchema) return error.message
  return undefined
}
