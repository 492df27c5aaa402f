// Every address of the specification, typed by somebody who is allowed there.
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** A shopper with a paid, a rejected and an open order, and a product in the cart. */
async function makeBuyer(shop: TestShop) {
  const product = await shop.addProduct({ name: 'Teclado de todos lados', stock: 9 })
  const buyer = await shop.newShopper()
  const order = async () => {
    await shop.addToCart(buyer, product.id)
    return shop.placeOrder(buyer)
  }
  const paid = await order()
  const returned = new URL(await shop.pay(buyer, paid))
  const rejected = await order()
  await shop.pay(buyer, rejected, 'rejected')
  const open = await order()
  return { product, buyer, paid, rejected, open, success: returned.pathname + returned.search }
}

/** Path to heading. */
const ofVisitors = (productId: number): Record<string, string> => ({
  '/': 'Bienvenidos a GamerTech',
  '/home': 'Armá tu próximo setup',
  [`/product/${productId}`]: 'Teclado de todos lados',
  '/login': 'Ingresar',
  '/register': 'Crear cuenta',
  '/about': 'Sobre GamerTech',
  '/preguntas-frecuentes': 'Preguntas frecuentes',
  '/contact': 'Contacto',
  '/privacy': 'Política de privacidad',
  '/terms': 'Términos y condiciones',
  '/banned-user': 'Tu cuenta fue suspendida temporalmente',
})

test('[NAV-01] every path shows its own screen after a full load', async ({ shop, visit }) => {
  const { product, buyer, paid, rejected, open, success } = await makeBuyer(shop)
  const ofShoppers = {
    [`/review/${product.id}`]: '¿Qué te pareció?',
    [`/productCart/${product.id}`]: 'Teclado de todos lados',
    '/shoppingCart': 'Carrito',
    '/perfil': 'Perfil',
    [success]: 'Pago realizado correctamente',
    '/payment/failure': 'El Pago no pudo realizarse',
    '/orders': 'Mis compras',
    [`/order/${open.id}`]: `Orden Nº ${open.id}`,
    [`/order/${open.id}/checkout/payment`]: `Pago de la orden Nº ${open.id}`,
    [`/order/${open.id}/checkout/confirmation`]: 'Confirmación de tu orden',
    [`/order/${open.id}/checkout/payment/confirmation`]: 'Confirmación de tu orden',
    [`/order/${paid.id}/checkout/payment/confirmation/success`]: 'Compra exitosa',
    [`/order/${rejected.id}/checkout/payment/confirmation/error`]: 'Compra fallida',
  }
  const callers = [
    { page: await visit(), screens: ofVisitors(product.id) },
    { page: await visit({ as: buyer }), screens: ofShoppers },
    { page: await visit({ as: await shop.newAdmin() }), screens: { '/controlPanel': 'Panel de Control' } },
  ]
  for (const { page, screens } of callers)
    for (const [path, heading] of Object.entries(screens)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading, { ignoreCase: true })
      expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0])
    }
})
