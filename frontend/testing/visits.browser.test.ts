// What a test is told about its pages: errors that nothing caught, and how they looked when it failed.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished, vi } from 'vitest'
import { expect, test } from './browser-test.ts'
import { stopTime } from './page-time.ts'
import { Visits } from './visits.ts'

test('an uncaught error fails the test, and a failed test leaves pictures and what its pages did', async ({
  browser,
  shop,
}) => {
  const visits = new Visits(browser, shop)
  onTestFinished(() => visits.close())
  const page = await visits.open({})
  const uncaught = page.waitForEvent('pageerror')
  await page.clock.install()
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(() => visits.throwUncaught()).not.toThrow()
  await page.evaluate(() => {
    queueMicrotask(() => {
      throw new Error('nothing catches this')
    })
  })
  await uncaught
  expect(() => visits.throwUncaught()).toThrow('A page had an uncaught error.')

  await stopTime(page)
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())
  await visits.keepEvidence('frontend/testing', 'visits')
  const folder = String(told.mock.calls[0]).replace('How the pages looked: ', '')
  onTestFinished(() => rm(folder, { recursive: true }))
  const text = await readFile(join(folder, 'page-1.txt'), 'utf8')
  expect(text.split('\n')[0]).toBe(page.url())
  expect(text).toContain('nothing catches this')
  expect(text).toContain('GET /api/session 200')
  // Painted: one colour alone has an entropy of 0.
  expect((await sharp(join(folder, 'page-1.png')).stats()).entropy).toBeGreaterThan(1)
})

test('a profile that a test leaves is taken over empty, and not at all once its clock was held', async ({
  browser,
  shop,
}) => {
  const open = () => {
    const visits = new Visits(browser, shop)
    onTestFinished(() => visits.close())
    return visits
  }
  const opened = { width: 777, stored: { theme: 'light' } }
  const first = open()
  const page = await first.open({ ...opened, as: await shop.newShopper() })
  const profile = page.context()
  await page.goto('/about')
  await page.evaluate(() => sessionStorage.setItem('rest', 'x'))
  await first.close({ isSound: true })

  const second = open()
  const next = await second.open(opened)
  expect(next.context()).toBe(profile)
  await next.goto('/about')
  expect(await next.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([['theme'], []])
  expect((await profile.cookies()).map(({ name }) => name)).not.toContain('sid')
  await next.clock.install()
  await second.close({ isSound: true })
  const third = open()
  expect((await third.open(opened)).context()).not.toBe(profile)
})
