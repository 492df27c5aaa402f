import { expect, vi } from 'vitest'
import { test } from '#backend/testing/core-fixture.ts'
import { type ResetRequest, requestPasswordReset, takeResetRequest } from './password-reset.ts'
import { registerUser } from './register-user.ts'

const email = 'ana@gamertech.test'

test('[T25] a request does the same work for a known and an unknown e-mail: it asks the database nothing', async ({
  core,
}) => {
  await registerUser(core, { name: 'Ana', email, password: 'Clave-segura-1' })
  const query = vi.spyOn(core.pool, 'query')
  const requests: ResetRequest[] = []
  const remember = async (request: ResetRequest) => void requests.push(request)
  for (const typed of [email, ' ANA@gamertech.test ', 'nadie@gamertech.test'])
    await takeResetRequest({ accounts: core.accounts, remember }, typed)
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  const [known, typedOtherwise, unknown] = requests.map(({ emailKey }) => emailKey)
  expect(typedOtherwise).toBe(known)
  expect(unknown).not.toBe(known)
  for (const { emailKey } of requests) expect(emailKey).toMatch(/^[\w-]{43}$/)
})

test('a job that is tried again asks once', async ({ core }) => {
  const requests: ResetRequest[] = []
  const remember = async (request: ResetRequest) => void requests.push(request)
  await takeResetRequest({ accounts: core.accounts, remember }, email)
  const [request] = requests
  const head = await core.store.head()
  const context = { actor: 'visitor', correlation: 'test' } as const
  for (let tries = 0; tries < 3; tries++) if (request) await requestPasswordReset(core, context, request)
  expect(await core.store.head()).toBe(head + 1)
})
