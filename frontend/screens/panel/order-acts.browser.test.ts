// What an admin does with one order in the control panel, and what its buyer sees of it.
import type { Locator, Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** Two units at 10.50. */
async function paidOrder(shop: TestShop, way?: 'shipping') {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  const order = await shop.placeOrder(buyer, way)
  await shop.pay(buyer, order)
  return { buyer, order, product }
}

/** Gives the parcel of the order that is shown another number; an empty one is refused in the page's language. */
async function correctParcel(page: Page, tracking: string): Promise<void> {
  await page.getByRole('button', { name: 'Corregir el envío' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Corregir el envío de la orden/ })
  await expect(dialog.getByLabel('Transporte')).toHaveValue('Andreani')
  await dialog.getByLabel('Número de seguimiento').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Número de seguimiento: falta este dato.')
  await dialog.getByLabel('Número de seguimiento').fill(tracking)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Andreani, seguimiento ${tracking}`)).toBeVisible()
}

test('[LIFE-01 partial] an admin prepares, ships and delivers an order by keyboard alone, and its buyer follows it', async ({
  shop,
  visit,
}) => {
  const { buyer, order } = await paidOrder(shop, 'shipping')
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  const state = detail.getByRole('definition').filter({ has: page.locator("xpath=preceding-sibling::dt[.='Estado']") })
  await expect(state).toHaveText('Pagada')
  await detail.getByRole('button', { name: 'Marcar como preparada' }).press('Enter')
  await expect(state).toHaveText('Preparada')
  await detail.getByRole('button', { name: 'Despachar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Despachar la orden Nº ${order.id}` })
  await expect(dialog.getByLabel('Transporte')).toBeFocused()
  await page.keyboard.type('Andreani')
  await page.keyboard.press('Tab')
  await page.keyboard.type('AN-0001')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(state).toHaveText('En camino')
  await expect(detail).toContainText('Andreani, seguimiento AN-0001')
  await correctParcel(page, 'AN-0002')
  await detail.getByRole('button', { name: 'Marcar como entregada' }).press('Enter')
  await expect(state).toHaveText('Entregada')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])

  const own = await visit({ as: buyer, width: 390 })
  await own.goto(`/order/${order.id}`)
  await expect(own.getByRole('region', { name: 'Historial' }).getByRole('listitem')).toContainText([
    'Pendiente de pago',
    'Pagada',
    'Preparada',
    /En camino.*Andreani, seguimiento AN-0001/,
    /En camino.*Andreani, seguimiento AN-0002/,
    'Entregada',
  ])
  expect(await axeFaults(own, { within: 'main' })).toEqual([])
})

test('an order that is picked up is prepared, made ready and handed over; its buyer follows it and reads until when its guarantee lasts', async ({
  shop,
  visit,
}) => {
  const { buyer, order } = await paidOrder(shop)
  const page = await visit({ as: await shop.newStaff('support'), width: 390 })
  await page.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  const acts = detail.getByRole('region', { name: 'Retiro' })
  await expect(detail.getByText(/^Garantía legal de 6 meses desde la entrega, responde \S/)).toBeVisible()
  const own = await visit({ as: buyer, width: 390 })
  const told = async (...steps: (string | RegExp)[]) => {
    await shop.settled()
    await own.goto(`/order/${order.id}`)
    const history = own.getByRole('region', { name: 'Historial' }).getByRole('listitem')
    await expect(history).toContainText(['Pendiente de pago', 'Pagada', ...steps])
    await expect(own.getByRole('main').getByRole('status').first()).toContainText(steps.at(-1) ?? '')
  }
  await acts.getByRole('button', { name: 'Empezar a preparar' }).press('Enter')
  await expect(acts.getByRole('button')).toHaveText(['Lista para retirar'])
  await told('En preparación')
  await acts.getByRole('button', { name: 'Lista para retirar' }).press('Enter')
  await expect(acts.getByRole('button')).toHaveText(['Marcar como retirada'])
  await told('En preparación', 'Lista para retirar')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await acts.getByRole('button', { name: 'Marcar como retirada' }).press('Enter')
  await expect(acts).toHaveCount(0)
  await told('En preparación', 'Lista para retirar', 'Retirada')
  const ending = /^Garantía legal de 6 meses, hasta el \d\d\/\d\d\/\d{4}, responde \S/
  for (const place of [own.getByRole('region', { name: 'Productos' }), detail])
    await expect(place.getByText(ending)).toBeVisible()
  expect(await axeFaults(own, { within: 'main' })).toEqual([])
})

test('a part of the money that the provider refuses is said to be on the first page and on the order, where it is asked for again or settled by a note', async ({
  shop,
  visit,
}) => {
  const { order, product } = await paidOrder(shop)
  shop.refuseRefund()
  const admin = await shop.newAdmin()
  await admin.post(`/api/order/${order.id}/refund`, { lines: [{ id: product.id, quantity: 1 }], restock: true })
  const page = await visit({ as: admin, width: 390 })
  await page.goto('/controlPanel')
  const exceptions = page.getByRole('region', { name: 'Para atender' })
  // The list above the order comes last, and does not push it away.
  const release = await holdCalls(page, '/api/panel/orders*')
  await exceptions.getByRole('link', { name: `Orden Nº ${order.id}` }).click()
  const heading = page.getByRole('heading', { name: 'Detalle de la orden' })
  await expect(heading).toBeFocused()
  await release()
  await expect(page.getByRole('table', { name: 'Órdenes de compra' })).toBeVisible()
  await expect.poll(async () => Math.abs(((await heading.boundingBox())?.y ?? 0) - 112)).toBeLessThan(100)
  const refunds = page.getByRole('region', { name: 'Devoluciones' })
  await expect(refunds).toContainText('El proveedor no la aceptó: no se devolvió nada.')
  await expect(refunds).toContainText(/Lo que contestó: payment provider answered 4\d\d: \S/)
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await refunds.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(refunds.getByRole('listitem')).toHaveText(`1 × ${product.name}, de vuelta en el stock−U$S 10,50`)
  await expect(refunds.getByRole('button', { name: 'Intentar de nuevo' })).toHaveCount(0)

  shop.refuseRefund()
  await admin.post(`/api/order/${order.id}/refund`, { amount: 10.5 })
  await page.reload()
  const part = refunds.getByRole('listitem').filter({ hasText: 'Devolución de un monto' })
  await part.getByRole('button', { name: 'Ya está resuelto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dar por resuelta la devolución de U$S 10,50' })
  await dialog.getByRole('textbox').fill('Se le transfirió por banco.')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Dar por resuelta' }).click()
  await expect(part).toHaveText('Devolución de un monto (resuelto de otra manera)U$S 10,50')
  await expect(refunds.getByRole('button')).toHaveCount(0)
})

test('a second payment that the provider will not give back is said to be on the first page, and is settled by a note', async ({
  shop,
  visit,
}) => {
  const { order } = await paidOrder(shop)
  const paymentId = await shop.payTwiceRefused(order)
  const page = await visit({ as: await shop.newAdmin(), width: 390 })
  await page.goto('/controlPanel')
  const exceptions = page.getByRole('region', { name: 'Para atender' })
  await exceptions.getByRole('link', { name: `Orden Nº ${order.id}` }).click()
  const refund = page.getByRole('region', { name: 'Devoluciones' }).getByRole('listitem')
  await expect(refund).toContainText(`Pago Nº ${paymentId}, entero`)
  await expect(refund).toContainText('El proveedor no la aceptó: no se devolvió nada.')
  await expect(refund).toContainText(/Lo que contestó: payment provider answered 4\d\d: \S/)
  const seen = Promise.withResolvers<void>()
  shop.refuseRefund(seen.promise)
  await refund.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(refund).toContainText('(en curso)')
  seen.resolve()
  await refund.getByRole('button', { name: 'Ya está resuelto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Dar por resuelta' }).click()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('textbox').fill('Se le transfirió por banco.')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Dar por resuelta' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(refund).toContainText('(resuelto de otra manera)')
  await expect(refund.getByRole('button')).toHaveCount(0)
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
})

test('a payment that names no order waits on the first page and among the orders until it is given back', async ({
  shop,
  visit,
}) => {
  const { order } = await paidOrder(shop)
  const paymentId = await shop.payForNoOrder(order)
  const page = await visit({ as: await shop.newStaff('support'), width: 390 })
  await page.goto('/controlPanel')
  await page
    .getByRole('region', { name: 'Para atender' })
    .getByRole('link', { name: /pagos? sin orden/ })
    .click()
  const payments = page.getByRole('region', { name: 'Pagos sin orden' })
  const payment = payments.getByRole('listitem').filter({ hasText: `Pago Nº ${paymentId}` })
  await expect(payment).toContainText(`Pago Nº ${paymentId}: ARS 21,00`)
  await expect(payment).toContainText('nombra «caja-3»')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await payment.getByRole('button', { name: 'Devolver el pago' }).click()
  const dialog = page.getByRole('dialog')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Devolver' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(payments).toContainText('(ninguno por resolver)')
  await expect(payment).toContainText('Devuelto')
  await expect(payment.getByRole('button')).toHaveCount(0)
})

/** An order that waits for 21.00, and a payment of 20.00 that was made for it. */
async function orderWithAside(shop: TestShop) {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  const order = await shop.placeOrder(buyer)
  return { order, paymentId: await shop.payOtherAmount(order, 20) }
}

const decisions = [
  { act: 'Aceptar el pago', confirm: 'Aceptar', end: 'Aceptado' },
  { act: 'Devolver el pago', confirm: 'Devolver', end: 'Devuelto' },
  { act: 'Ya está resuelto', confirm: 'Dar por resuelto', end: 'Resuelto', note: 'Se transfirió la diferencia.' },
]

test('a payment of another amount waits on the first page until an admin accepts it, gives it back or settles it', async ({
  shop,
  visit,
}) => {
  const asides: ((typeof decisions)[number] & Awaited<ReturnType<typeof orderWithAside>>)[] = []
  for (const decision of decisions) asides.push({ ...decision, ...(await orderWithAside(shop)) })
  const page = await visit({ as: await shop.newAdmin(), width: 390 })
  const payment = page.getByRole('region', { name: 'Pagos apartados' }).getByRole('listitem')
  await page.goto('/controlPanel')
  for (const { act, confirm, end, note, order, paymentId } of asides) {
    const link = page.getByRole('region', { name: 'Para atender' }).getByRole('link', { name: `Orden Nº ${order.id}` })
    await link.click()
    await expect(payment).toContainText(`Pago Nº ${paymentId}`)
    await expect(payment).toContainText(/Monto:.*20,00 en lugar de .*21,00/)
    await payment.getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog')
    expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
    if (note) {
      await dialog.getByRole('button', { name: confirm }).click()
      await expect(dialog.getByRole('textbox')).toBeFocused()
      await dialog.getByRole('textbox').fill(note)
    }
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toHaveCount(0)
    await expect(payment).toContainText(end)
    await expect(payment.getByRole('button')).toHaveCount(0)
    await page.goto('/controlPanel')
    await expect(page.getByRole('region', { name: 'Ventas por día' })).toBeVisible()
    await expect(link).toHaveCount(0)
  }
})

/** Amounts are read as the panel writes them; what is none is not sent. */
async function typeAmounts(dialog: Locator): Promise<void> {
  for (const [typed, read] of [
    ['1.250', '1.250,00'],
    ['1.234,50', '1.234,50'],
  ] as const) {
    await dialog.getByLabel('Un monto').fill(typed)
    await expect(dialog.getByRole('button', { name: `Devolver U$S ${read}` })).toBeVisible()
  }
  await dialog.getByLabel('Un monto').fill('mil')
  await dialog.getByRole('button', { name: 'Devolver', exact: true }).click()
  await expect(dialog.getByLabel('Un monto')).toHaveAccessibleDescription(/^Escribí un monto/)
}

test('[LIFE-02 partial] an admin gives units back to stock and money to their buyer, and cannot give more than is left', async ({
  shop,
  visit,
}) => {
  const { buyer, order, product } = await paidOrder(shop)
  const page = await visit({ as: await shop.newAdmin(), width: 390 })
  await page.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const refunds = page.getByRole('region', { name: 'Devoluciones' })
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Devolver', exact: true }).click()
  await expect(dialog.getByLabel('Un monto')).toHaveAccessibleDescription('Elegí unidades, o escribí un monto.')
  await dialog.getByLabel(product.name).fill('3')
  await dialog.getByRole('button', { name: 'Devolver U$S 31,50' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/Teclado de prueba .*: el máximo es 2\.$/)
  await expect(dialog.getByLabel(product.name)).toBeFocused()
  await dialog.getByLabel(product.name).fill('1')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Devolver U$S 10,50' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(refunds.getByRole('listitem')).toHaveText(`1 × ${product.name}, de vuelta en el stock−U$S 10,50`)
  await expect.poll(() => shop.stockOf(product.id)).toEqual({ onHand: 4, available: 4 })
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click()
  await typeAmounts(dialog)
  expect(callsOf(page, `/api/order/${order.id}/refund`)).toHaveLength(1)
  await dialog.getByLabel('Un monto').fill('10,51')
  await dialog.getByRole('button', { name: 'Devolver U$S 10,51' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Es más de lo que queda por devolver de esta orden.')
  const own = await visit({ as: buyer })
  await own.goto(`/order/${order.id}`)
  await expect(own.getByRole('region', { name: 'Historial' }).getByRole('listitem').last()).toContainText(
    /Devolución parcial.*\$\s10,50/,
  )
})
