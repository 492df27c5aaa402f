import type { Readable } from 'node:stream'
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { type ClaimingEvent, claimIn, claimingTypes, readTypes } from '#backend/ops/inspect/read-events.ts'
import type { Core } from '#backend/shop.ts'
import { Chain, type KeyLine, keyLine, keysEnd, keysHeader, linesOf } from './log-file.ts'
import { FileRefused } from './log-reader.ts'

type People = Pick<Core, 'keyring' | 'accounts' | 'store'>

export async function readKeyFile(input: Readable): Promise<KeyLine[]> {
  const chain = new Chain()
  const bodies: unknown[] = []
  for await (const lines of linesOf(input))
    for (const line of lines) {
      const body = chain.unlink(line)
      if (body === undefined) throw new FileRefused(`Claves, línea ${bodies.length + 1}: está dañada.`)
      bodies.push(JSON.parse(body))
    }
  const end = keysEnd.safeParse(bodies.at(-1))
  const isWhole = keysHeader.safeParse(bodies[0]).success && end.success && end.data.lines === bodies.length - 2
  if (!isWhole) throw new FileRefused('El archivo de claves no es uno exportado o está cortado.')
  return bodies.slice(1, -1).map((body) => keyLine.parse(body))
}

/**
 * Restores keys and passwords of all persons who were not erased, and claims each readable e-mail. Throws if the keys
 * belong to another DATA_KEY.
 */
export async function restorePeople(core: People, client: pg.ClientBase, lines: readonly KeyLine[]) {
  const erased = new Set((await readTypes(core, client, ['UserErased'])).map(({ data }) => data.userId))
  const keys = lines.filter((line) => 'subject' in line).filter(({ subject }) => !erased.has(subject))
  const credentials = lines.filter((line) => 'userId' in line).filter(({ userId }) => !erased.has(userId))
  await client.query(
    `insert into keys.subjects (subject, wrapped_key, created_at)
     select k.subject, decode(k."wrappedKey", 'base64'), k."createdAt"
     from json_to_recordset($1) k(subject bigint, "wrappedKey" text, "createdAt" timestamptz)
     on conflict (subject) do update set wrapped_key = excluded.wrapped_key, created_at = excluded.created_at`,
    [JSON.stringify(keys)],
  )
  await client.query(
    `insert into auth.credentials (user_id, password_hash, binding, changed_at)
     select c."userId", c."passwordHash", decode(c.binding, 'hex'), c."changedAt"
     from json_to_recordset($1) c("userId" bigint, "passwordHash" text, binding text, "changedAt" timestamptz)
     on conflict (user_id) do update set password_hash = excluded.password_hash, binding = excluded.binding, changed_at = excluded.changed_at`,
    [JSON.stringify(credentials)],
  )
  const subjects = keys.map(({ subject }) => subject)
  await core.keyring.find(subjects, client).catch((cause: unknown) => {
    throw new OpsFailure('Las claves son de otro DATA_KEY: no se pueden abrir. No se importó nada.', { cause })
  })
  const claiming = await readTypes(core, client, claimingTypes)
  const claims = await claimAll(core, client, claiming)
  const living = claiming.filter(({ type, data }) => type === 'UserRegistered' && !erased.has(data.userId)).length
  return { keys: keys.length, credentials: credentials.length, claims, unclaimed: living - claims }
}

async function claimAll({ accounts }: People, client: pg.ClientBase, events: readonly ClaimingEvent[]) {
  const claims = events.flatMap((event) => claimIn(accounts, event) ?? [])
  const rows = claims.map(({ scope, key, stream }) => ({
    scope: shopLog.claimScopes[scope],
    key: key.toString('hex'),
    stream: streamUuid(shopLog, stream),
  }))
  await client.query(
    `insert into es.claims (scope, key, stream_id)
     select c.scope, decode(c.key, 'hex'), c.stream from json_to_recordset($1) c(scope smallint, key text, stream uuid)`,
    [JSON.stringify(rows)],
  )
  return claims.filter(({ scope }) => scope === 'email').length
}
