// A process that falls silent in the middle of a message, with the order lock in its hands, stops nobody for long.
import { connect, createServer, type Socket } from 'node:net'
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'

/** What ends a message of the driver: PostgreSQL commits when it has read it. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])

/** A way to the database that, once told so, swallows the next end of a message from each connection, and all that follows it. */
async function openProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  let isSwallowing = false
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    let isSilent = false
    client.on('data', (sent: Buffer) => {
      if (isSilent) return
      isSilent = isSwallowing && sent.includes('es.append') && sent.subarray(-sync.length).equals(sync)
      database.write(isSilent ? sent.subarray(0, -sync.length) : sent)
    })
    database.on('data', (answer: Buffer) => client.write(answer))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
    sockets.push(client, database)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    swallow: (on: boolean) => {
      isSwallowing = on
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('an append whose last bytes never arrive ends by itself: others go on, and it is repeated, once each', async ({
  core: { store },
  databaseUrl,
  owner,
}) => {
  const proxy = await openProxy(databaseUrl)
  const silent = await openStore(proxy.url)
  try {
    await silent.store.append(reading(1, 0))
    proxy.swallow(true)
    const half = silent.store.append(reading(1, 1))
    const holdsOrderLock = async () =>
      (await owner.query("select from pg_locks where locktype = 'advisory' and objid = 4242 and granted")).rowCount
    await expect.poll(holdsOrderLock).toBe(1)
    proxy.swallow(false)
    const others = await Promise.all([2, 3, 4].map((id) => store.append(reading(id, 0))))
    expect(others.map(({ duplicate }) => duplicate)).toEqual([false, false, false])
    await half
    expect(await store.versionOf('member-1')).toBe(2)
  } finally {
    await silent.close()
    proxy.close()
  }
})
