// The calls about who is signed in, here and elsewhere.
import { z } from 'zod'
import { browsers, systems } from '#backend/identity/devices.ts'
import { user } from './answers.ts'
import type { Call } from './call.ts'

const moment = z.iso.datetime()
const session = z.object({
  user: user.nullable(),
  marcaTiempoLogin: moment.nullable(),
  expiresAt: moment.nullable(),
  changeRolAttempts: z.int().optional(),
})
/** Times by the server's clock; lastSeenAt to five minutes. */
const openSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      browser: z.enum(browsers).nullable(),
      system: z.enum(systems).nullable(),
      startedAt: moment,
      lastSeenAt: moment,
      expiresAt: moment,
      isCurrent: z.boolean(),
    }),
  ),
})

export const sessionCalls: Readonly<Record<string, Call>> = {
  'GET /api/session': { does: 'Who is signed in, and until when.', returns: [200, session] },
  'POST /api/session/end': { does: 'Signs out.', returns: [204, null] },
  'GET /api/session/open': {
    does: "The caller's open sessions: from where, since when, last used when, and which is this one.",
    returns: [200, openSessions],
  },
  'POST /api/session/open/end': {
    does: "Ends one of the caller's sessions by its id; returns those that are left.",
    returns: [200, openSessions],
    refuses: ['not_found'],
  },
  'POST /api/session/open/endothers': {
    does: "Ends all of the caller's sessions but this one.",
    returns: [200, openSessions],
  },
}
