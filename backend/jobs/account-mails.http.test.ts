// The mails behind an account, from the event through the job and real SMTP to the mailbox.
import { expect } from 'vitest'
import { banUser, reinstateUser } from '#backend/commands/account/ban-user.ts'
import { linkGoogle, signInWithGoogle } from '#backend/commands/account/google-account.ts'
import { grantAdmin } from '#backend/commands/account/grant-admin.ts'
import { grantStaffRole } from '#backend/commands/account/grant-staff-role.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { revokeAdmin } from '#backend/commands/account/revoke-role.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { test } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'

const operator = { actor: 'operator', correlation: 'test' } as const

test('[PAY-14 partial] a person is welcomed, told of a suspension and of its end, each once and in order of the events', async ({
  shop,
}) => {
  const { id, email } = await signedIn(shop, { name: 'Zoraida' })
  const subjects = async () => (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 10_000 }).toHaveLength(1)
  await banUser(shop.core.store, operator, { userId: id, reason: 'secreto del local' })
  await expect.poll(subjects, { timeout: 10_000 }).toHaveLength(2)
  await reinstateUser(shop.core.store, operator, id)
  await expect.poll(subjects, { timeout: 10_000 }).toHaveLength(3)
  // Newest first; what changes nothing writes to nobody.
  expect(await subjects()).toEqual([
    'Tu cuenta en GamerTech está activa otra vez',
    'Suspendimos tu cuenta en GamerTech',
    'Tu cuenta en GamerTech',
  ])
  await reinstateUser(shop.core.store, operator, id)
  const mails = await mailsTo(shop.mailboxUrl, email)
  for (const { text_body: text, html_body: html } of mails) {
    expect(text).toContain('Zoraida')
    expect(html).toContain(shop.config.supportEmail)
    expect(text + html).not.toContain('secreto del local')
  }
  expect(new Set(mails.map((mail) => mail.message_id)).size).toBe(3)
})

test('a person is told of a role that their account was given and of its end, and of an exchange as one change', async ({
  shop,
}) => {
  const { id, email } = await signedIn(shop, { name: 'Zoraida' })
  const { store } = shop.core
  const subjects = async () =>
    (await mailsTo(shop.mailboxUrl, email))
      .map(({ subject }) => subject)
      .filter((one) => one !== 'Tu cuenta en GamerTech')
  await grantStaffRole(store, operator, { userId: id, role: 'support' })
  const first = ['Tu rol en GamerTech: Soporte']
  await expect.poll(subjects, { timeout: 10_000 }).toEqual(first)
  await grantAdmin(store, operator, id)
  const second = ['Tu rol en GamerTech: Administración', ...first]
  await expect.poll(subjects, { timeout: 10_000 }).toEqual(second)
  await revokeAdmin(shop.core, operator, id)
  const third = ['Tu cuenta ya no tiene un rol en GamerTech', ...second]
  await expect.poll(subjects, { timeout: 10_000 }).toEqual(third)
})

test('who was there before the shop wrote mails gets none, nor does an account that is told of what is over', async ({
  shop,
}) => {
  const { core, jobs, mailboxUrl } = shop
  const past = { actor: 'demo', correlation: 'test' } as const
  const person = { name: 'Ana', email: 'de-antes@gamertech.test', password: 'Clave-segura-1' }
  const { userId, position } = await registerUser(core, person, past)
  await jobs['send-account-mail']({ mail: 'suspension', userId, position })
  // Its mail comes after those of before, if there were any.
  const later = await signedIn(shop)
  await expect.poll(() => mailsTo(mailboxUrl, later.email), { timeout: 10_000 }).toHaveLength(1)
  expect(await mailsTo(mailboxUrl, person.email)).toEqual([])
})

test('[T31 partial] a person is told that Google opens an account that was there, and only welcomed to one that it made', async ({
  shop,
}) => {
  const subjectsTo = async (email: string) => (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  const person = (n: number, email: string) => ({ issuer: 'https://accounts.google.com', subject: `${n}`, email })
  const made = { ...person(1, 'nueva@gmail.test'), name: 'Nueva', isEmailVerified: true }
  await signInWithGoogle(shop.core, made, 'test')
  const { id, email } = await signedIn(shop)
  const link = { ...person(2, email), isPasswordGiven: true }
  await linkGoogle(shop.core, id, link, 'test')
  await linkGoogle(shop.core, id, link, 'test')
  await expect
    .poll(async () => (await subjectsTo(email)).sort(), { timeout: 10_000 })
    .toEqual(['Ahora podés ingresar con Google a tu cuenta en GamerTech', 'Tu cuenta en GamerTech'])
  await expect.poll(() => subjectsTo(made.email), { timeout: 10_000 }).toEqual(['Tu cuenta en GamerTech'])
})
