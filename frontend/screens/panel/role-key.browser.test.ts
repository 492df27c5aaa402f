// The super-admin key is known to the shop's process and to whoever types it, and stands nowhere else.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { textOfDatabase, tracesOf } from '#backend/commands/testing/personal-traces.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

/** The texts of all answers to a page, from now on. */
function answersTo(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    const headers = JSON.stringify(response.headers())
    texts.push(
      response.text().then(
        (text) => headers + text,
        () => headers,
      ),
    )
  })
  return texts
}

async function textsUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
}

/** Types a wrong key, and the right one twice, for the only account of the list. */
async function changeBackAndForth(page: Page): Promise<void> {
  for (const [role, key] of [
    ['Normal', 'no es esta'],
    ['Normal', superAdminKey],
    ['Admin', superAdminKey],
  ] as const) {
    await page.getByRole('button', { name: role }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Clave superAdmin').fill(key)
    await page.keyboard.press('Enter')
    if (key === superAdminKey) await expect(dialog).toHaveCount(0)
    else await expect(dialog.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
  }
}

test('[T17 partial] [ROLE-05] the key stands in no file of the page, no answer, no storage and no table', async ({
  shop,
  visit,
}) => {
  const ana = await shop.newShopper('Wenceslada Sosa')
  const admin = await shop.newAdmin()
  await shop.settled()
  const page = await visit({ as: admin })
  const answers = answersTo(page)
  await page.goto('/controlPanel?tab=clientes&q=Wenceslada')
  await changeBackAndForth(page)
  await expect(page.getByRole('button', { name: 'Normal' })).toBeVisible()
  const reads = ['/api/session', '/api/shop', '/api/users', `/api/users/${ana.id}`, '/metrics']
  const read = await Promise.all(reads.map(async (path) => JSON.stringify((await admin.get(path)).body)))
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  const owner = openOwnerPool(shop.databaseUrl)
  const tables = await textOfDatabase(owner)
  await owner.end()
  expect(tables.get('es.events')).toContain(String(admin.id))
  const places = {
    page: await textsUnder(resolve('dist')),
    answers: [...(await Promise.all(answers)), ...read],
    browser: [kept, ...consoleOf(page)],
    tables: [...tables.values()],
  }
  for (const [place, texts] of Object.entries(places)) {
    expect(texts.length, place).toBeGreaterThan(0)
    expect(
      texts.flatMap((text) => tracesOf(text, [superAdminKey])),
      place,
    ).toEqual([])
  }
  // The search finds what is there.
  expect(places.tables.flatMap((text) => tracesOf(text, ['RoleKeyRejected']))).not.toEqual([])
})
