// The stock ledger of a product: its movements and balances, page by page, against the guard.
import { expect } from 'vitest'
import { addToCart, buyerWith, placed, stockOf, test, untilState } from '#backend/testing/purchase-fixture.ts'

test('[LIFE-07 partial] each movement has cause, actor, time and balance, the last one the guard’s, over all pages', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ stock: 5, quantity: 2 }])
  const [productId = 0] = buyer.products
  const { orderId, id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const lines = [{ id: productId, quantity: 1 }]
  await shop.admin.post(`/api/order/${orderId}/refund`, { lines, restock: true })
  // Nobody may leave more than three orders unpaid.
  const others = await Promise.all(Array.from({ length: 4 }, () => buyerWith(shop, [])))
  for (const [nth, other] of [...others, ...others, ...others].slice(0, 10).entries()) {
    if (nth < others.length) await addToCart(other, productId)
    const again = await placed(other)
    await other.post(`/api/order/${again.orderId}/cancel`, {})
  }
  const page = async (number: number) =>
    (await shop.admin.get(`/api/panel/audit/stock/${productId}?page=${number}`)).body
  const [newest, oldest] = [await page(1), await page(9)]
  expect([newest.total, newest.pages, newest.items.length, oldest.page, oldest.items.length]).toEqual([24, 2, 20, 2, 4])
  const { onHand, available } = await stockOf(shop, productId)
  expect(newest.items[0].balance).toEqual({ onHand, reserved: onHand - available })
  type Row = { sentence: string; actor: { text: string }; balance: object; change: object; at: string }
  const told = oldest.items.map(({ sentence, actor, change, balance }: Row) => [sentence, actor.text, change, balance])
  const [sold, admin] = [`2 unidades del producto Nº ${productId} para la orden Nº ${orderId}`, 'Persona de Prueba']
  expect(told).toEqual([
    [
      `Volvió al stock 1 unidad del producto Nº ${productId} de la orden Nº ${orderId}.`,
      ...[admin, { onHand: 1, reserved: 0 }, { onHand: 4, reserved: 0 }],
    ],
    [`Se vendieron ${sold}.`, 'Mercado Pago', { onHand: -2, reserved: -2 }, { onHand: 3, reserved: 0 }],
    [`Se reservaron ${sold}.`, admin, { onHand: 0, reserved: 2 }, { onHand: 5, reserved: 2 }],
    [
      `Entraron 5 unidades del producto Nº ${productId}.`,
      ...[admin, { onHand: 5, reserved: 0 }, { onHand: 5, reserved: 0 }],
    ],
  ])
})
