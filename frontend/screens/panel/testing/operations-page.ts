// For tests of the section Operaciones: its tables and menus, and what stands behind them.
import type { Page } from 'playwright'
import { expect } from '#frontend/testing/expect.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

export const address = '/controlPanel?tab=operaciones'
export const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
export const rowsOf = (page: Page, table: string, text: string | RegExp) =>
  tableOf(page, table).getByRole('row').filter({ hasText: text })
/** By its own name: that of another one may hold it. */
export const shownRow = (page: Page, name: string) =>
  tableOf(page, 'Proyecciones y reactores')
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Operar ${name}`, exact: true }) })
/** The latest task comes first. */
export const task = (page: Page, title: string) => rowsOf(page, 'Tareas', title).first()

/** Opens the menu of a projection, chooses, confirms what asks for it, and waits for the new task in the list. */
export async function operate(page: Page, name: string, act: string, confirms = true): Promise<void> {
  const known = await rowsOf(page, 'Tareas', `${act}: ${name}`).count()
  await page.getByRole('button', { name: `Operar ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  if (confirms) await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowsOf(page, 'Tareas', `${act}: ${name}`)).toHaveCount(known + 1)
}

export async function liveTable(shop: TestShop, name: string): Promise<string> {
  const { rows } = await shop.core.pool.query<{ generation: number }>(
    "select generation from es.subscriptions where name = $1 and state = 'live'",
    [name],
  )
  return `rm.${name}__${rows[0]?.generation}`
}

/** What was asked for by an account, in order. */
export async function askedBy(shop: TestShop, { id }: Person): Promise<string[]> {
  const { rows } = await shop.core.pool.query<{ act: string }>(
    `select data->>'act' as act from es.events e join es.event_types t on t.id = e.type
     where t.name = 'OperationRequested' and meta->>'actor' = $1 order by pos`,
    [`user:${id}`],
  )
  return rows.map(({ act }) => act)
}
