// The mails to a person and a buyer, from the event through the job and real SMTP to the mailbox.
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest'
import { linkGoogle, signInWithGoogle } from '#backend/commands/account/google-account.ts'
import { revokeAdmin } from '#backend/commands/account/other-admin.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { type AccountMail, accountMail } from '#backend/mails/account-mails.ts'
import { contactMail } from '#backend/mails/contact-mail.ts'
import { type OrderMail, orderMail } from '#backend/mails/order-mails.ts'
import { reviewMail } from '#backend/mails/review-mail.ts'
import { bankAccountMail } from '#backend/mails/staff-mails.ts'
import { setLogLevel } from '#backend/telemetry/log.ts'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { additions } from '#backend/testing/core-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { buyerWith, placed, test } from '#backend/testing/purchase-fixture.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

const operator = { actor: 'operator', correlation: 'test' } as const

test('[PAY-14 partial] a person is welcomed, told of a suspension and of its end, each once and in order of the events', async ({
  shop,
}) => {
  const { id, email } = await signedIn(shop, { name: 'Zoraida' })
  const subjects = async () => (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  await expect.poll(subjects).toHaveLength(1)
  await changeAccount(shop.core.store, operator, { type: 'BanUser', userId: id, reason: 'secreto del local' })
  await expect.poll(subjects).toHaveLength(2)
  await changeAccount(shop.core.store, operator, { type: 'ReinstateUser', userId: id })
  await expect.poll(subjects).toHaveLength(3)
  // Newest first; what changes nothing writes to nobody.
  expect(await subjects()).toEqual([
    'Tu cuenta en GamerTech está activa otra vez',
    'Suspendimos tu cuenta en GamerTech',
    'Tu cuenta en GamerTech',
  ])
  await changeAccount(shop.core.store, operator, { type: 'ReinstateUser', userId: id })
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
  await changeAccount(store, operator, { type: 'GrantStaffRole', userId: id, role: 'support', from: null })
  const first = ['Tu rol en GamerTech: Soporte']
  await expect.poll(subjects).toEqual(first)
  await changeAccount(store, operator, { type: 'GrantAdmin', userId: id })
  const second = ['Tu rol en GamerTech: Administración', ...first]
  await expect.poll(subjects).toEqual(second)
  await revokeAdmin(shop.core, operator, id)
  const third = ['Tu cuenta ya no tiene un rol en GamerTech', ...second]
  await expect.poll(subjects).toEqual(third)
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
  await expect.poll(() => mailsTo(mailboxUrl, later.email)).toHaveLength(1)
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
    .poll(async () => (await subjectsTo(email)).sort())
    .toEqual(['Ahora podés ingresar con Google a tu cuenta en GamerTech', 'Tu cuenta en GamerTech'])
  await expect.poll(() => subjectsTo(made.email)).toEqual(['Tu cuenta en GamerTech'])
})

test('a receipt is sent while no read model shows its order and its buyer', async ({ shop }) => {
  const operate = async (act: 'pause' | 'resume') => {
    for (const name of ['orders', 'users']) {
      const { status } = await shop.admin.post('/api/panel/operations', { act, name })
      expect(status).toBe(200)
    }
  }
  await operate('pause')
  onTestFinished(() => operate('resume'))
  const buyer = await buyerWith(shop, [{ price: 1050.5, quantity: 2 }])
  const { orderId, id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  const receipt = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).find(({ subject }) => subject.startsWith('Tu compra'))
  await expect.poll(receipt).toMatchObject({ message_id: expect.stringContaining(`order-${orderId}@`) })
  expect((await receipt())?.text_body.replace(/\u00a0/g, ' ')).toContain('- 2 × Teclado Kyntra 60: $ 2.101')
})

test('a mail that is sent again, as after a worker died, carries the same Message-ID', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  const ids = async () => {
    const mails = await mailsTo(shop.mailboxUrl, buyer.email)
    return Object.groupBy(mails, ({ message_id: id }) => id.replace(/^<(.*)-\d+@.*/, '$1'))
  }
  // The welcome and the receipt are sent by the shop's own jobs; all others by hand, twice.
  await expect.poll(ids).toMatchObject({ welcome: [{}], order: [{}] })
  const position = await shop.core.store.head()
  for (let times = 1; times <= 2; times++) {
    await shop.jobs['send-receipt']({ orderId })
    await shop.jobs['send-order-mail']({ mail: 'refunded', orderId, position, amountCents: 100 })
    await shop.jobs['send-account-mail']({ mail: 'google-linked', userId: buyer.id, position })
    await shop.jobs['send-account-mail']({ mail: 'password-reset', userId: buyer.id, position })
  }
  for (const [kind, times] of Object.entries({
    order: 3,
    'order-refunded': 2,
    'google-linked': 2,
    'password-reset': 2,
  })) {
    const sent = (await ids())[kind]?.map((mail) => mail.message_id) ?? []
    expect([kind, sent.length, new Set(sent).size]).toEqual([kind, times, 1])
  }
})

describe('the mails', () => {
  // Their links are opened on the pages.
  beforeAll(() => ensureFrontend(), 300_000)
  const sender = { publicUrl: 'https://tienda.example', supportEmail: 'ayuda@tienda.example', seller }
  const person = { name: 'Ana', email: 'ana@gamertech.test', position: 12 }
  const accountMails = {
    ...{ welcome: 1, suspension: 1, reinstatement: 1, 'password-changed': 1, 'google-linked': 1 },
    ...{ 'role-granted': 1, 'role-revoked': 1, 'password-reset': 1 },
  } satisfies Record<AccountMail, 1>
  const orderMails = {
    ...{ receipt: 1, received: 1, rejected: 1, expired: 1, prepared: 1, shipped: 1, delivered: 1 },
    ...{ 'ready-for-pickup': 1, 'picked-up': 1, refunded: 1, withdrawal: 1 },
    ...{
      'transfer-awaited': 1,
      'transfer-reminder': 1,
      'receipt-received': 1,
      'transfer-refund': 1,
      'transfer-cancelled': 1,
      'refund-account': 1,
    },
  } satisfies Record<OrderMail, 1>
  const shipment = { carrier: 'OCA', tracking: 'O-1' }
  const line = {
    productId: 3,
    name: 'Teclado',
    imageUrl: '/img/t.webp',
    priceCents: 1,
    netCents: 1,
    productVersion: 1,
    discountCents: 0,
    ...{ guaranteeMonths: null, guaranteeBy: null },
    quantity: 1,
  }
  const about = {
    ...{ orderId: 9, lines: [line], totalCents: 1, currency: 'ARS', holdUntil: '2026-11-24T12:00:00Z', shipment },
    ...{ withdrawalCode: 'A-1', position: 13, amountCents: 1, transfer: null, refundCbu: null, place: seller },
  }
  const mails: Mail[] = [
    ...(Object.keys(accountMails) as AccountMail[]).map((kind) =>
      accountMail(kind, { ...person, token: 'x'.repeat(43) }, sender),
    ),
    ...(Object.keys(orderMails) as OrderMail[]).flatMap((kind) =>
      [null, { address: null, priceCents: 0, days: 1 }].map((shipping) =>
        orderMail(kind, { ...about, shipping }, person, sender),
      ),
    ),
    contactMail({ name: 'Ana', email: person.email, message: 'Hola.' }, sender),
    bankAccountMail({ position: 12, account: seller, changedBy: 'Eva' }, { id: 1, ...person }, sender),
  ]

  test('[ENV-03 partial] of every kind have links to the public address alone, as HTML and as text, and every one leads to a page', async ({
    shop,
  }) => {
    const links = new Set<string>()
    const productId = await makeProduct(shop.admin)
    const ofReview = reviewMail({ position: 14, productId, product: 'Teclado', answer: 'Gracias.' }, person, sender)
    for (const { subject, html, text } of [...mails, ofReview]) {
      for (const body of [html, text]) expect(body, subject).toContain('Vende Uno y Dos S.R.L. · CUIT 30-12345678-1')
      const hrefs = [...html.matchAll(/href="(?!mailto:)([^"]*)"/g)].map(([, link = '']) => link)
      const written = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
      expect(written.sort(), subject).toEqual(hrefs.sort())
      for (const link of hrefs) links.add(link)
    }
    for (const link of links) {
      const { origin, pathname } = new URL(link)
      expect(origin).toBe(sender.publicUrl)
      expect((await shop.client().get(pathname)).status, link).toBe(200)
    }
    expect(links.size).toBeGreaterThanOrEqual(6)
  })
})

test('once a day the head of the log goes out, into the log of the process and to every auditor who may sign in', async ({
  shop,
}) => {
  const { core, jobs, mailboxUrl } = shop
  const [auditor, support, banned] = [
    await signedIn(shop, { role: 'auditor' }),
    await signedIn(shop, { role: 'support' }),
    await signedIn(shop, { role: 'auditor' }),
  ]
  const { position } = await changeAccount(core.store, operator, { type: 'BanUser', userId: banned.id, reason: null })
  await core.store.append(additions(auditor.id, null, 100))
  await core.pool.query('select es.extend_chain(1000)')
  await core.positions.waitFor(['users'], position)
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  setLogLevel('info')
  onTestFinished(() => {
    setLogLevel('warn')
    vi.restoreAllMocks()
  })
  await jobs['publish-log-head']({})
  const { rows } = await core.pool.query<{ position: number; hash: string }>(
    "select upto as position, encode(hash, 'hex') as hash from es.chain order by upto desc limit 1",
  )
  const head = rows[0] ?? { position: 0, hash: '' }
  const lines = written.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', message: 'head of the log', ...head }))
  const headsTo = async ({ email }: { email: string }) =>
    (await mailsTo(mailboxUrl, email)).filter(({ subject }) => subject.startsWith('Suma del registro'))
  const [mail] = await headsTo(auditor)
  expect(mail?.text_body).toContain(`La suma del registro es ${head.position}:${head.hash}\n`)
  for (const other of [support, banned]) expect(await headsTo(other)).toEqual([])
  const schedule = await core.pool.query("select cron from job.schedule where name = 'publish-log-head'")
  expect(schedule.rows).toEqual([{ cron: '50 8 * * *' }])
})
