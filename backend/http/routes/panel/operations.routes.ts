import { Hono } from 'hono'
import {
  deadLettersAnswer,
  operationId,
  operationRequest,
  operationsAnswer,
  workAnswer,
} from '#backend/domain/operation/operation.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notFound } from '#backend/http/middleware/problems.ts'

const calls = {
  status: {
    does: 'Where every projection and reactor is, the job queue, the processes and the end of the log.',
    returns: operationsAnswer,
  },
  deadLetters: { does: 'Rows and streams that stand still at an event.', returns: deadLettersAnswer },
  work: {
    does: 'One thing that was asked of the machinery: how far it is, and what it found.',
    returns: workAnswer,
    refuses: ['not_found'],
  },
  ask: {
    does: 'Asks something of the machinery: a rebuild, a pause, a verification.',
    returns: workAnswer,
    refuses: ['not_found', 'operation_refused'],
  },
} satisfies Record<string, Call>

/** Reads only the database, so every process answers the same. */
export const operationsRoutes = new Hono<ApiEnv>()
  .get('/', allow('operations:read', calls.status), async (c) => c.json(await c.var.shop.operations.status(), 200))
  .get('/deadletters', allow('operations:read', calls.deadLetters), async (c) =>
    c.json(await c.var.shop.operations.deadLetters(), 200),
  )
  .get('/work/:id', allow('operations:read', calls.work, { param: operationId }), async (c) =>
    c.json((await c.var.shop.operations.work(c.req.valid('param').id)) ?? notFound(), 200),
  )
  .post('/', allow('operations:act', calls.ask, { json: operationRequest }), async (c) => {
    const { act, name: target, key = null, position = null, reason = null } = c.req.valid('json')
    const wanted = { act, target, key, position, reason }
    return c.json(await c.var.shop.operations.perform(commandContext(c), act, wanted), 200)
  })
