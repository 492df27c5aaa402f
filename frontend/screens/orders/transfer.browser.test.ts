// Paying by bank transfer in a real browser: the cart, the order with its receipt, and the staff who find the money.
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { pngOf } from '#backend/testing/picture-fixture.ts'
import { enterMovement as confirmMovement, offerTransfer, payByTransfer } from '#backend/testing/transfer-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'

async function uploadReceipt(page: Page): Promise<void> {
  const file = join(tmpdir(), `receipt-${process.pid}.png`)
  await writeFile(file, await pngOf('#204060'))
  onTestFinished(() => rm(file, { force: true }))
  await page.getByLabel('Subir el comprobante').setInputFiles(file)
}

async function enterMovement(staff: Page, orderId: number): Promise<void> {
  await staff.goto('/controlPanel')
  const waiting = staff.getByRole('listitem').filter({ hasText: '1 orden con comprobante por mirar' })
  await waiting.getByRole('link', { name: `Orden Nº ${orderId}` }).click()
  const detail = staff.getByRole('region', { name: 'Detalle de la orden' })
  await expect(detail.getByRole('link', { name: 'Comprobante 1' })).toBeVisible()
  await detail.getByRole('button', { name: 'Anotar un movimiento' }).click()
  const dialog = staff.getByRole('dialog', { name: `Anotar un movimiento para la orden Nº ${orderId}` })
  await dialog.getByLabel('Número del movimiento').fill(`B${orderId}000`)
  await dialog.getByLabel('Monto que llegó').fill('18.90')
  await dialog.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(detail).toContainText('Pagada')
}

test('a cart is paid by transfer with its discount: the order tells account and deadline, takes the receipt, and is paid once staff enter the movement', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  await offerTransfer(shop)
  const product = await shop.addProduct({ price: 10.5 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  const page = await visit({ shop, as: buyer, width: 390 })
  await page.goto('/shoppingCart')
  await page.getByRole('radio', { name: 'Transferencia bancaria' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Transferencia bancaria' })).toBeChecked()
  const summary = page.getByRole('region', { name: 'Tu compra' })
  await expect(summary).toContainText('Descuento por transferencia−$\u00a02,10')
  await expect(summary).toContainText('Total$\u00a018,90')
  await expect(summary).toContainText('Precio sin impuestos nacionales: $\u00a015,62')
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()

  const pending = page.getByRole('region', { name: 'Pago pendiente' })
  await expect(pending).toContainText('Transferí antes del ')
  await expect(pending).toContainText('CBU9990001800000000123459')
  const bought = page.getByRole('region', { name: 'Productos' })
  await expect(bought).toContainText('Descuento por transferencia−$\u00a02,10')
  await expect(bought).toContainText('Precio sin impuestos nacionales: $\u00a07,81')
  const orderId = Number(/order\/(\d+)/.exec(page.url())?.[1])
  await uploadReceipt(page)
  await expect(pending).toContainText('Recibimos tu comprobante')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])

  const staff = await visit({ shop, as: await shop.newAdmin() })
  await enterMovement(staff, orderId)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Pagada' })).toBeVisible()
  await page.goto('/shoppingCart')
  await expect(page.getByText('Lo que agregues te espera acá')).toBeVisible()
})

test('staff cancel an order by transfer with a reason, and note the account of a buyer whose refund waits for it', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  await offerTransfer(shop)
  const product = await shop.addProduct({ price: 10.5 })
  const buyer = await shop.newShopper()
  const ordered = async () => {
    await shop.addToCart(buyer, product.id, 2)
    return Number((await payByTransfer(buyer)).body.orderId)
  }
  const [cancelled, paid] = [await ordered(), await ordered()]
  const as = await shop.newAdmin()
  await confirmMovement(shop, as, paid, { amount: 18.9 })
  await as.post(`/api/order/${paid}/refund`, { lines: [{ id: product.id, quantity: 1 }], restock: true })

  const page = await visit({ shop, as, width: 390 })
  await page.goto(`/controlPanel?tab=ordenes&id=${cancelled}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  await detail.getByRole('button', { name: 'Cancelar la orden' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sí, cancelar la orden' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Motivo: falta este dato.')
  await page.keyboard.type('Retiene todo.')
  await dialog.getByRole('button', { name: 'Sí, cancelar la orden' }).click()
  await expect(detail).toContainText('Cancelada')

  await page.goto(`/controlPanel?tab=ordenes&id=${paid}`)
  await detail.getByRole('button', { name: 'Anotar su CBU' }).click()
  await dialog.getByLabel('CBU o CVU').fill('9990001800000000123458')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('CBU: no es válido')).toBeVisible()
  await dialog.getByLabel('CBU o CVU').fill('99900018 00000000123459')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(detail).toContainText('CBU 9990001800000000123459')
})
