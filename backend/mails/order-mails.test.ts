import { expect, test } from 'vitest'
import { seller } from '#backend/testing/seller-fixture.ts'
import { orderMail } from './order-mails.ts'

const order = {
  orderId: 9,
  lines: [
    {
      productId: 3,
      name: '<b>Teclado</b>',
      imageUrl: '/img/t.webp',
      priceCents: 105_050,
      netCents: 86818,
      productVersion: 1,
      discountCents: 0,
      ...{ guaranteeMonths: null, guaranteeBy: null },
      quantity: 2,
    },
  ],
  shipping: null,
  totalCents: 210_100,
  currency: 'ARS',
  ...{ holdUntil: '2026-11-24T12:00:00Z', shipment: null, withdrawalCode: null, position: 0, amountCents: 0 },
  ...{ transfer: null, refundCbu: null },
  place: { address: 'San Martín 5', hours: 'Sábados de 9 a 13 h' },
}
const sender = { publicUrl: 'https://shop.example', supportEmail: 'ayuda@shop.example', seller }

test('tells lines and total, leads to the order, and lets no name break out of the page', () => {
  const mail = orderMail('receipt', order, { name: "Ana O'Ñ", email: 'ana@gamertech.test' }, sender)
  expect(mail.to).toBe('ana@gamertech.test')
  expect(mail.messageId).toBe('<order-9@shop.example>')
  const text = mail.text.replace(/\u00a0/g, ' ')
  expect(text).toContain("¡Gracias por tu compra, Ana O'Ñ!\n\nRecibimos tu pago de la orden Nº 9.")
  expect(text).toContain(
    '- 2 × <b>Teclado</b>: $ 2.101\n  Precio sin impuestos nacionales: $ 1.736,36\n  Garantía legal de 6 meses desde la entrega, responde Uno y Dos S.R.L.\n\nTotal: $ 2.101',
  )
  expect(text).toContain('Ver la orden: https://shop.example/order/9')
  expect(mail.html).toContain('href="https://shop.example/order/9"')
  expect(mail.html).not.toContain('<b>Teclado')
  expect(mail.html).toContain('2 × &lt;b&gt;Teclado&lt;/b&gt;')
  expect(mail.html.replace(/&nbsp;|\u00a0/g, ' ')).toContain('Precio sin impuestos nacionales: $ 1.736,36')
  expect(mail.html).toContain('¡Gracias por tu compra, Ana O&#39;Ñ!')
})

test.for(['shipped', 'ready-for-pickup', 'delivered', 'picked-up'] as const)(
  'tells the guarantee of each line: %s',
  (mail) => {
    const [line] = order.lines
    const lines = [
      ...order.lines,
      ...(line ? [{ ...line, name: 'Mouse', guaranteeMonths: 24, guaranteeBy: 'Orvane' }] : []),
    ]
    const told = { ...order, lines, at: '2026-11-28T15:00:00Z' }
    const { text } = orderMail(mail, told, { name: 'Ana', email: 'ana@gamertech.test' }, sender)
    const isBefore = mail === 'shipped' || mail === 'ready-for-pickup'
    expect(text).toContain(
      `<b>Teclado</b>: Garantía legal de 6 meses${isBefore ? ' desde la entrega' : ', hasta el 28/05/2027'}, responde Uno y Dos S.R.L.\n`,
    )
    expect(text).toContain(
      `Mouse: Garantía de 24 meses${isBefore ? ' desde la entrega' : ', hasta el 28/11/2028'}, responde Orvane.`,
    )
  },
)

test('tells who sold, and where and when it is picked up now', () => {
  const { text } = orderMail('ready-for-pickup', order, { name: 'Ana', email: 'ana@gamertech.test' }, sender)
  expect(text).toContain('en el local: San Martín 5. Sábados de 9 a 13 h.')
  expect(text).toContain(
    'Vende Uno y Dos S.R.L. · CUIT 30-12345678-1 · Mitre 100, Rosario · +54 341 555-0100 · Lunes a viernes de 8 a 17 h',
  )
})

test('tells where to transfer, how much and until when', () => {
  const transfer = { discountPercent: 10, holdHours: 48, account: seller }
  const told = { ...order, holdUntil: '2026-11-30T22:42:00Z', transfer }
  const { text } = orderMail('transfer-awaited', told, { name: 'Ana', email: 'ana@gamertech.test' }, sender)
  expect(text.replace(/\u00a0/g, ' ')).toContain(
    'Transferí exactamente $ 2.101 antes del lunes, 30 de noviembre de 2026, 19:42: hasta entonces te guardamos los productos.',
  )
  expect(text).toContain(
    'Titular: Uno y Dos S.R.L., CUIT 30-12345678-1. Banco: Banco de Prueba. CBU: 9990001800000000123459. Alias: uno.dos.',
  )
})
