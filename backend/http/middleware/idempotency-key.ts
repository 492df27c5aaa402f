// Idempotency-Key: the caller's own name for a request, so that sending it again leads to nothing new and is answered as the first time.
import type { Context } from 'hono'
import { z } from 'zod'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { ApiProblem } from './problems.ts'
import { routePattern } from './telemetry.ts'

const key = z.uuid()

/** What the command's context takes from the header, nothing without it; a key that is no uuid is refused. body: as validated. */
export function namedRequest(c: Context, body: unknown): Pick<CommandContext, 'commandId' | 'content'> {
  const header = c.req.header('idempotency-key')
  if (header === undefined) return {}
  const { data: commandId } = key.safeParse(header)
  if (!commandId) {
    const message = 'La clave del pedido debe ser un UUID.'
    throw new ApiProblem('validation', { errors: [{ field: 'Idempotency-Key', code: 'invalid', message }] })
  }
  return { commandId, content: `${c.req.method} ${routePattern(c)} ${JSON.stringify(body)}` }
}
