// /api/send-email: the shop's own mails and nobody else's.
import { expect } from 'vitest'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { type PurchaseShop, test } from '#backend/testing/purchase-fixture.ts'
import { openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

const path = '/api/send-email'
const support = 'soporte@gamertech.test'
/** A registration is welcomed once; what comes after that was asked for. */
const welcomes = async ({ mailboxUrl }: PurchaseShop, email: string) => (await mailsTo(mailboxUrl, email)).length

test('[API-33] a user gets one of the shop’s templates at their own address', async ({ shop }) => {
  const user = await signedIn(shop)
  await expect.poll(() => welcomes(shop, user.email)).toBe(1)
  const template = 'welcome'
  const own = { userId: user.id, email: ` ${user.email.toUpperCase()}` }
  // Without a template, as the specification's client sends it, the same.
  for (const body of [{ template }, { template, ...own }, { email: user.email }]) {
    const before = await welcomes(shop, user.email)
    expect((await user.post(path, body)).status).toBe(202)
    await expect.poll(() => welcomes(shop, user.email)).toBe(before + 1)
  }
  const [mail] = await mailsTo(shop.mailboxUrl, user.email)
  expect(mail).toMatchObject({ subject: 'Tu cuenta en GamerTech', recipients: [user.email] })
  expect(mail?.text_body).toContain(user.name)
})

test('[API-34] [T38] a visitor, another’s address, a subject or a body of one’s own and an unknown template are refused, and no mail goes out', async ({
  shop,
}) => {
  const [user, other] = [await signedIn(shop), await signedIn(shop)]
  for (const { email } of [user, other]) await expect.poll(() => welcomes(shop, email)).toBe(1)
  const welcome = { template: 'welcome' }
  const queued = async () => (await shop.core.pool.query("select id from job.job where name like 'send-%'")).rows.length
  const before = await queued()
  expectProblem(await shop.client().post(path, welcome), 401, 'unauthenticated')
  for (const foreign of [{ email: other.email }, { userId: other.id }])
    for (const body of [{ ...welcome, ...foreign }, foreign])
      expectProblem(await user.post(path, body), 403, 'forbidden')
  expectBadInput(await shop.client().post(path, { email: other.email }), ['template'])
  for (const own of ['subject', 'body', 'to', 'bcc', 'html'])
    expectBadInput(await user.post(path, { ...welcome, [own]: `x\r\nBcc: ${other.email}` }), [own])
  expectBadInput(await user.post(path, { template: 'promo' }), ['template'])
  const contact = { template: 'contact', name: 'Ana', email: user.email, message: 'Hola.' }
  for (const field of ['name', 'email'])
    expectBadInput(await user.post(path, { ...contact, [field]: `a@b.test\r\nBcc: ${other.email}` }), [field])
  expectBadInput(await user.post(path, { ...contact, to: other.email }), ['to'])
  expect((await user.post(path, contact)).status).toBe(202)
  expect(await mailsTo(shop.mailboxUrl, support)).toMatchObject([{ recipients: [support] }])
  expect(await queued()).toBe(before)
})

test('a message of the contact page names who wrote, is answered to them, and cannot become HTML', async ({ shop }) => {
  const message = 'Primera línea.\n\n<script>alert(1)</script>\nÚltima.'
  const body = { template: 'contact', name: 'Ñandú "<b>"', email: 'visita@correo.test', message }
  expect((await shop.client().post(path, body)).status).toBe(202)
  const [mail] = await mailsTo(shop.mailboxUrl, support)
  expect(mail?.subject).toBe('Mensaje de Ñandú "<b>" desde la tienda')
  for (const line of ['visita@correo.test', 'Primera línea.', 'Última.']) expect(mail?.text_body).toContain(line)
  expect(mail?.html_body).not.toMatch(/<script|<b>/)
  const kept = await shop.core.pool.query('select data::text from job.job')
  expect(JSON.stringify(kept.rows)).not.toMatch(/visita@correo|Primera/)
})

test('a mail server that cannot be reached is said, and the message may be sent again', async () => {
  expectErrors(/the mail server cannot be used/)
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl, { smtpUrl: 'smtp://127.0.0.1:9' })
  try {
    const body = { template: 'contact', name: 'Ana', email: 'visita@correo.test', message: 'Hola.' }
    expectProblem(await shop.client().post(path, body), 503, 'mail_unavailable')
  } finally {
    await shop.stop()
    await drop()
  }
})
