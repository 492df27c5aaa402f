import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { asNotices, Notifications } from './notifications.ts'

test('what another version tells in another shape ends nothing: it may have changed anything', async ({
  core,
  owner,
}) => {
  let interruptions = 0
  core.notifications.on('interrupted', () => interruptions++)
  for (const payload of ['', '{"members":5}', 'null'])
    await owner.query('select pg_notify($1, $2)', ['checkpoint', payload])
  await expect.poll(() => interruptions).toBe(3)
  expect(core.notifications.connected).toBe(true)
})

test('a network that swallows everything without a word is found out, and what was kept is dropped', async ({
  owner,
  databaseUrl,
}) => {
  const target = new URL(databaseUrl)
  const [port, host] = [Number(target.port), target.hostname]
  const links = new Set<Socket>()
  const swallowed = new Set<Socket>()
  const door = createServer((client) => {
    const server = dial(port, host)
    links.add(client)
    client.on('data', (chunk) => swallowed.has(client) || server.write(chunk))
    server.on('data', (chunk) => swallowed.has(client) || client.write(chunk))
    for (const end of [client, server]) end.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  target.host = `127.0.0.1:${(door.address() as { port: number }).port}`
  const notifications = new Notifications()
  await notifications.start(target.href)
  let interruptions = 0
  const heard: string[] = []
  notifications.on('interrupted', () => interruptions++)
  notifications.on('changed', (name) => heard.push(name))
  try {
    for (const link of links) swallowed.add(link)
    await expect.poll(() => interruptions).toBeGreaterThan(0)
    await expect.poll(() => notifications.connected).toBe(true)
    await owner.query('select pg_notify($1, $2)', [
      'checkpoint',
      JSON.stringify({ checkpoints: {}, changed: ['members'] }),
    ])
    await expect.poll(() => heard).toEqual(['members'])
  } finally {
    await notifications.stop()
    for (const link of links) link.destroy()
    door.close()
  }
})

test('a move that wrote more rows than fit is told in several notices, and only the last says how far it went', () => {
  const keys = Array.from({ length: 3000 }, (_, nth) => 10 ** 9 + nth)
  const notices = asNotices({ checkpoints: { members: 9 }, changed: ['members'], keys: { members: keys } })
  expect(notices.length).toBeGreaterThan(1)
  for (const notice of notices) expect(Buffer.byteLength(JSON.stringify(notice))).toBeLessThan(8000)
  expect(notices.flatMap((notice) => notice.keys?.members ?? [])).toEqual(keys)
  expect(notices.map(({ checkpoints }) => checkpoints)).toEqual([...notices.slice(1).map(() => ({})), { members: 9 }])
  for (const plain of [
    { checkpoints: { members: 9 }, changed: [] },
    { checkpoints: {}, changed: ['members'] },
    { checkpoints: { members: 9 }, changed: ['members'], keys: { members: [] } },
  ])
    expect(asNotices(plain)).toEqual([plain])
})
