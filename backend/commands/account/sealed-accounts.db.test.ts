import { expect } from 'vitest'
import { open } from '#backend/eventstore/log/keyring.ts'
import { test } from '#backend/testing/core-fixture.ts'
import { registerUser } from './register-user.ts'

test('[PRIV-02] two accounts of one name are sealed differently, and the key of one does not open the data of the other', async ({
  core,
}) => {
  const { keyring, pool } = core
  const person = (email: string) => ({ name: 'Zoraida Quispe', email, password: 'Contraseña-9' })
  const first = await registerUser(core, person('zoraida@gamertech.test'))
  const second = await registerUser(core, person('otra.zoraida@gamertech.test'))
  const { rows } = await pool.query<{ data: { name: { $sealed: string } } }>(
    'select data::jsonb as data from es.events order by pos',
  )
  expect(JSON.stringify(rows)).not.toMatch(/zoraida/i)
  const [mine = '', theirs = ''] = rows.map(({ data }) => data.name.$sealed)
  expect(mine).not.toBe(theirs)
  const key = (await keyring.find([first.userId])).get(first.userId) ?? Buffer.alloc(0)
  const opened = (sealed: string, userId: number) =>
    open(key, Buffer.from(sealed, 'base64url'), `${userId} UserRegistered name`).toString()
  expect(opened(mine, first.userId)).toBe('Zoraida Quispe')
  expect(() => opened(theirs, second.userId)).toThrow()
})
