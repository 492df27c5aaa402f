import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { isPlainAddress, type Mail, messageOf } from './mailer.ts'

const from = 'Tienda Ñandú, S.A. <hola@gamertech.test>'
const mail = {
  to: 'maria@gamertech.test',
  subject: `¿Olvidaste tu contraseña? ${'ñandú y más '.repeat(12)}fin`,
  text: `Hola, María:\n.\n.punto\nFrom aquí\n${'larga '.repeat(40)}\n\n-- \nGamerTech =3D --=_alternative`,
  html: `<p>Hola, <b>María</b> ${'x'.repeat(3000)}</p>\n\n--=_alternative--\n<p>fin €</p>`,
  messageId: '<order-7@gamertech.test>',
}

/** As it goes over the wire. */
async function written(sent: Mail, sender = from, date = new Date()): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return (await transport.sendMail({ ...messageOf(sent, sender), date })).message as Buffer
}

test('what is read of a mail is what was written, in lines that every server takes', async () => {
  const wire = await written({ ...mail, replyTo: 'ayuda@gamertech.test' }, from, new Date('2026-11-23T03:04:05Z'))
  const lines = wire.toString('latin1').split('\r\n')
  expect(lines.filter((line) => line.length > 78 || /[\r\n]/.test(line) || !/^[\t\x20-\x7e]*$/.test(line))).toEqual([])
  const read = await PostalMime.parse(wire)
  expect(read).toMatchObject({
    from: { name: 'Tienda Ñandú, S.A.', address: 'hola@gamertech.test' },
    to: [{ address: mail.to }],
    replyTo: [{ address: 'ayuda@gamertech.test' }],
    subject: mail.subject,
    messageId: mail.messageId,
    date: '2026-11-23T03:04:05.000Z',
  })
  expect(read.text?.trimEnd()).toBe(mail.text)
  expect(read.html?.trimEnd()).toBe(mail.html)
  expect(read.attachments).toEqual([])
})

test('nothing in a mail becomes a header or another recipient', async () => {
  const subject = 'Hola\r\nBcc: otra@gamertech.test\r\n\r\n<b>'
  const read = await PostalMime.parse(await written({ ...mail, subject }))
  expect(read.subject).toBe('Hola Bcc: otra@gamertech.test <b>')
  expect(read.headers.map(({ key }) => key)).not.toContain('bcc')
  const others = [
    'a@b.test, c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    '<a@b.test>',
    'a b@c.test',
    'a@b@c.test',
    '"a"@b.test',
    'a@b.test ',
    '',
  ]
  expect(others.filter(isPlainAddress)).toEqual([])
  expect(['maría@b.test', 'a@-b.test'].filter(isPlainAddress)).toEqual([])
  expect(isPlainAddress("o'hara+compras@tienda-1.example.com.ar")).toBe(true)
})

test('a sender may have no name, and a mail without an id gets one of the sender’s host', async () => {
  const { to, subject, text, html } = mail
  const bare = 'hola@gamertech.test'
  const [one, other] = await Promise.all(
    [1, 2].map(async () => PostalMime.parse(await written({ to, subject, text, html }, bare))),
  )
  expect(one?.from).toMatchObject({ name: '', address: 'hola@gamertech.test' })
  expect(one?.messageId).toMatch(/^<[\w-]+@gamertech\.test>$/)
  expect(other?.messageId).not.toBe(one?.messageId)
})
