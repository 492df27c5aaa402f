import { expect, test } from 'vitest'
import { noDetails } from '#backend/domain/seller/seller.limits.ts'
import { accountMail } from './account-mails.ts'
import { addressed, framed } from './mail-frame.ts'

const sender = { publicUrl: 'https://shop.example', supportEmail: 'ayuda@shop.example', seller: noDetails }
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

test('[T38 partial] nobody writes to another’s mailbox by what they call themselves', () => {
  for (const name of ['Ana', 'María José Ñandú', "Sinead O'Connor", 'Jean-Luc Picard', 'J. R. R. Tolkien'])
    expect(addressed(name)).toBe(`, ${name}`)
  const words = [
    'entrá a https://evil.example',
    'evil.example',
    'Llamá al 0800 123',
    'Ana\nBcc: x',
    'a@b',
    'x'.repeat(61),
    '',
  ]
  for (const name of words) expect(addressed(name), name).toBe('')
  const { subject, text, html } = accountMail(
    'welcome',
    { ...person, name: 'Tu cuenta fue robada: evil.example' },
    sender,
  )
  expect(subject + text + html).not.toContain('evil')
  expect(text).toMatch(/^¡Hola!/)
})

const kinds = ['welcome', 'suspension', 'reinstatement', 'password-changed', 'google-linked'] as const

test.for([...kinds, 'role-granted', 'role-revoked'] as const)('the mail of a %s is written to its person', (kind) => {
  const mail = accountMail(kind, person, sender)
  expect(mail).toMatchObject({ to: person.email, messageId: `<${kind}-12@shop.example>` })
  expect(mail.subject).toContain('GamerTech')
  expect(mail.text).toContain('Ana')
  expect(accountMail(kind, person, sender)).toEqual(mail)
})
