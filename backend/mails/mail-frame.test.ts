import { expect, test } from 'vitest'
import { accountMail } from './account-mails.ts'
import { framed } from './mail-frame.ts'

const sender = { publicUrl: 'https://shop.example', supportEmail: 'ayuda@shop.example' }
const person = { name: 'Ana', email: 'ana@gamertech.test', position: 12 }

test('both bodies of a mail say the same: heading, every part, why it came and where to ask', () => {
  const parts = ['Un párrafo.', { button: 'Ver', address: 'https://shop.example/home' }]
  const { text, html } = framed({ heading: 'Título', parts, why: 'Porque sí.' }, sender)
  for (const said of ['Título', 'Un párrafo.', 'Ver', 'https://shop.example/home', 'Porque sí.', 'ayuda@shop.example'])
    expect([text.includes(said), html.includes(said)], said).toEqual([true, true])
  expect(html).toMatch(/^<!doctype html><html lang="es">/)
  expect(html).not.toMatch(/<script|<img|<link|url\(/)
})

test('nothing in a letter becomes HTML, not even in an address', () => {
  const evil = '"><script>alert(1)</script>'
  const { html } = framed(
    { heading: evil, parts: [evil, { button: evil, address: `https://x/${evil}` }], why: evil },
    sender,
  )
  expect(html).not.toContain('<script>')
})

const kinds = ['welcome', 'suspension', 'reinstatement', 'password-changed', 'google-linked'] as const

test.for([...kinds, 'role-granted', 'role-revoked'] as const)('the mail of a %s is written to its person', (kind) => {
  const mail = accountMail(kind, person, sender)
  expect(mail).toMatchObject({ to: person.email, messageId: `<${kind}-12@shop.example>` })
  expect(mail.subject).toContain('GamerTech')
  expect(mail.text).toContain('Ana')
  expect(accountMail(kind, person, sender)).toEqual(mail)
})
