// The control panel for the staff: each role has its sections and its buttons, and nothing of the others.
import type { Page } from 'playwright'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

/** The sections by the names of their tabs in the address. */
const sections = {
  inicio: 'Inicio',
  productos: 'Productos',
  clientes: 'Clientes',
  resenas: 'Reseñas',
  ordenes: 'Órdenes de compra',
  auditoria: 'Auditoría',
  ajustes: 'Ajustes',
  operaciones: 'Operaciones',
}
type Tab = keyof typeof sections
/** What can be pressed in a section beside what only shows more of it, by how its name begins. */
const acts: Readonly<Record<Tab, readonly string[]>> = {
  inicio: [],
  productos: ['Sinónimos', 'Agregar Producto', 'Editar', 'Desactivar', 'Movimientos de stock'],
  clientes: ['Normal', 'Desactivar', 'Historial'],
  resenas: ['Ver reseñas', 'Responder', 'Eliminar Reseña'],
  ordenes: ['Ver detalle', 'Historial', 'Marcar como preparada', 'Devolver dinero'],
  auditoria: ['Causas', 'Exportar CSV', 'Descubrir'],
  ajustes: ['Guardar'],
  operaciones: ['Verificar', 'Operar'],
}
const ofRoles: Readonly<Record<StaffRole, Partial<typeof acts>>> = {
  editor: { inicio: [], productos: acts.productos, resenas: ['Ver reseñas', 'Responder'] },
  support: {
    inicio: [],
    productos: ['Sinónimos'],
    clientes: [],
    resenas: acts.resenas,
    ordenes: ['Ver detalle', 'Marcar como preparada', 'Devolver dinero'],
  },
  auditor: {
    inicio: [],
    productos: ['Sinónimos', 'Movimientos de stock'],
    clientes: ['Historial'],
    resenas: ['Ver reseñas'],
    ordenes: ['Ver detalle', 'Historial'],
    auditoria: acts.auditoria,
    ajustes: [],
    operaciones: [],
  },
  operator: { inicio: [], operaciones: acts.operaciones },
}

/** A product with a review and a paid order. */
async function sale(shop: TestShop): Promise<Record<'productId' | 'orderId', number>> {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.postReview(buyer, product.id, 4, 'Va bien.')
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer, 'shipping')
  await shop.pay(buyer, order)
  return { productId: product.id, orderId: order.id }
}

/** The acts of the open section that can be seen. */
async function actsOf(page: Page, tab: Tab): Promise<string[]> {
  const panel = page.getByRole('tabpanel')
  const role = tab === 'auditoria' ? 'listitem' : tab === 'inicio' || tab === 'ajustes' ? 'heading' : 'table'
  await expect(panel.getByRole(role).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
  const seen: string[] = []
  for (const name of acts[tab]) {
    const kind = name === 'Historial' ? 'link' : 'button'
    if ((await panel.getByRole(kind, { name: new RegExp(`^${name}`) }).count()) > 0) seen.push(name)
  }
  return seen
}

/** What the panel was asked for after its first so many calls, beside the own views of a list, which each of the staff has. */
function listsAsked(page: Page, after: number): string[] {
  const paths = callsOf(page, '/api/panel').map(({ path }) => path)
  return paths.slice(after).filter((path) => path !== '/api/panel/views')
}

test('[OPN-06 partial] each role of the staff has its tabs and acts in the panel, and a link to another tab says that it is not theirs', async ({
  shop,
  visit,
}) => {
  const { productId, orderId } = await sale(shop)
  const details: Partial<Record<Tab, string>> = { resenas: `&id=${productId}`, ordenes: `&id=${orderId}` }
  const own = async (page: Page, expected: Partial<typeof acts>) => {
    await page.goto('/controlPanel')
    const tabs = Object.keys(expected) as Tab[]
    await expect(page.getByRole('tab')).toHaveText(tabs.map((tab) => sections[tab]))
    for (const tab of tabs) {
      if (details[tab]) await page.goto(`/controlPanel?tab=${tab}${details[tab]}`)
      else await page.getByRole('tab', { name: sections[tab] }).click()
      await expect(page.getByRole('tab', { name: sections[tab] })).toHaveAttribute('aria-selected', 'true')
      expect([tab, await actsOf(page, tab)]).toEqual([tab, expected[tab]])
    }
    return tabs
  }
  for (const [role, expected] of Object.entries(ofRoles)) {
    const page = await visit({ as: await shop.newStaff(role as StaffRole) })
    const tabs = await own(page, expected)
    // Whose sections have no list has nothing to keep a view of.
    await expect(page.getByRole('button', { name: 'Vistas' })).toHaveCount(role === 'operator' ? 0 : 1)
    const [first] = tabs
    const foreign = (Object.keys(sections) as Tab[]).find((tab) => !tabs.includes(tab))
    expect(callsOf(page, '/api/panel').filter(({ status }) => status === 403)).toEqual([])
    if (!foreign || !first) continue
    const before = callsOf(page, '/api/panel').length
    await page.goto(`/controlPanel?tab=${foreign}`)
    await expect(page.getByRole('alert')).toContainText(`Tu rol no incluye la sección ${sections[foreign]}`)
    await expect(page.getByRole('tabpanel')).toHaveCount(0)
    const lists = tabs.includes('productos') ? [expect.stringContaining('/api/panel/products')] : []
    expect(listsAsked(page, before)).toEqual(lists)
    if (role === 'support') expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: `Ir a ${sections[first]}` }).click()
    await expect(page.getByRole('tab', { name: sections[first] })).toHaveAttribute('aria-selected', 'true')
    if (role === 'support') await followsForm(page)
  }
  await own(await visit({ as: await shop.newAdmin() }), acts)
})

/** A link to a form of who may change products leads to what they did with it. */
async function followsForm(page: Page): Promise<void> {
  for (const form of ['importar', 'precios']) {
    await page.goto(`/controlPanel?tab=productos&batch=${form}`)
    await expect(page.getByRole('heading', { name: 'Cambios masivos' })).toBeVisible()
    await expect(page.getByRole('tabpanel').locator('form')).toHaveCount(0)
  }
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

test('an admin gives a role with the key and takes it without; its person lands in the panel, looks at the shop, and is led out at the next act', async ({
  shop,
  visit,
}) => {
  await shop.addProduct()
  const ana = await shop.newShopper('Ludmila Barros')
  const admin = await visit({ as: await shop.newAdmin() })
  await admin.goto('/controlPanel?tab=clientes&q=Ludmila')
  await admin.getByRole('button', { name: 'Normal' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Rol nuevo').selectOption('Soporte')
  await expect(dialog).toContainText('¿Darle a Ludmila Barros el rol «Soporte»?')
  expect(await axeFaults(admin, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Clave superAdmin').fill(superAdminKey)
  await admin.keyboard.press('Enter')
  const role = admin.getByRole('row').filter({ hasText: ana.email }).getByRole('button', { name: 'Soporte' })
  await expect(role).toBeVisible()

  const page = await visit()
  await signIn(page, ana)
  await expect(page).toHavePath('/controlPanel')
  await expect(page.getByRole('tab')).toHaveText(['Inicio', 'Productos', 'Clientes', 'Reseñas', 'Órdenes de compra'])
  await page.getByRole('link', { name: 'Inicio' }).click()
  await expect(page).toHavePath('/home')
  await page.getByRole('link', { name: 'Panel de Control' }).click()
  await page.getByRole('tab', { name: 'Clientes' }).click()
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible()

  await role.click()
  await expect(dialog).toContainText('¿Quitarle a Ludmila Barros el rol «Soporte»?')
  await expect(dialog.getByLabel('Clave superAdmin')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cambiar rol' }).click()
  await expect(admin.getByRole('button', { name: 'Normal' })).toBeVisible()
  await page.getByPlaceholder('Buscar usuario...').fill('nadie')
  await page.keyboard.press('Enter')
  await expect(page).toHavePath('/home')
  await expect(page.getByRole('link', { name: 'Panel de Control' })).toHaveCount(0)
})
