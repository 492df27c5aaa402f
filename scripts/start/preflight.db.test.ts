// The sentences that stop a start before it began.
import { createServer } from 'node:net'
import { describe, expect, inject, test as plain } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { test } from '#scripts/testing/database.ts'
import { checkPort } from './check-port.mjs'
import { checkDatabase } from './preflight.ts'

describe('checkPort', () => {
  plain('a free port passes and stays free', async () => {
    const port = await freePort()
    for (const _ of [1, 2]) await expect(checkPort('127.0.0.1', port)).resolves.toBeUndefined()
  })

  plain('a port in use, and an address of another machine, are told apart', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(checkPort('127.0.0.1', port)).rejects.toThrow(`El puerto ${port} ya está en uso`)
    await expect(checkPort('192.0.2.1', port)).rejects.toThrow('La dirección de HOST no es de esta máquina.')
    server.close()
  })
})

describe('checkDatabase', () => {
  test('a usable database passes', async ({ databaseUrl }) => {
    await expect(checkDatabase(databaseUrl)).resolves.toBeUndefined()
  })

  test('each way of not being usable has its sentence, which never shows the address', async () => {
    const broken = (change: (url: URL) => void) => {
      const url = new URL(inject('adminUrl'))
      change(url)
      return url.href
    }
    const closed = await freePort()
    const cases: [string, string][] = [
      [broken((url) => (url.port = String(closed))), 'nadie escucha en esa dirección'],
      [broken((url) => (url.password = 'wrong-password')), 'el usuario o la contraseña no son correctos'],
      [broken((url) => (url.pathname = '/absent_database')), 'esa base de datos no existe'],
    ]
    for (const [url, reason] of cases) {
      await expect(checkDatabase(url)).rejects.toThrow(`No se pudo usar la base de DATABASE_URL: ${reason}.`)
    }
  })
})
