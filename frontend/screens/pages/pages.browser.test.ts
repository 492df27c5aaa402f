// The pages to be read, in a real browser.
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[PAGE-01] [PAGE-02] three questions: payments, processing and shipping', async ({ page }) => {
  await page.goto('/preguntas-frecuentes')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Preguntas frecuentes')
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(3)
  const entry = (question: RegExp) =>
    main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) })
  const payments = entry(/pago/)
  for (const way of [
    /tarjetas de crédito.*Visa.*Mastercard.*American Express/i,
    /tarjetas de débito/i,
    /transferencias bancarias/i,
  ])
    await expect(payments).toContainText(way)
  await expect(entry(/procesar/)).toContainText('1 a 2 días hábiles')
  await expect(entry(/envío/)).toContainText(/gratis a partir de cierto monto.*ubicación.*peso del paquete/)
})

test('[PAGE-03] the page about the shop says that it sells PC components of quality', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Sobre GamerTech')
  await expect(main).toContainText('venta de componentes de PC de calidad')
  // On a wide screen the picture stands beside the text.
  const { x, width } = (await main.getByText('venta de componentes').boundingBox()) ?? { x: Number.NaN, width: 0 }
  expect((await main.locator('img[src*=hero-2]').boundingBox())?.x).toBeGreaterThanOrEqual(x + width)
})

test('[PAGE-04] contact, privacy and terms have their heading and real content', async ({ page }) => {
  const titles = { '/contact': 'Contacto', '/privacy': 'Política de privacidad', '/terms': 'Términos y condiciones' }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
    const below = await main.getByRole('heading', { level: 1 }).evaluate((heading: HTMLElement) => {
      const footer = heading.closest('main')?.querySelector('footer')?.innerText ?? ''
      const all = heading.closest('main')?.innerText ?? ''
      return all
        .slice(all.indexOf(heading.innerText) + heading.innerText.length)
        .replace(footer, '')
        .trim().length
    })
    expect(below, path).toBeGreaterThanOrEqual(300)
  }
})

test('the list of sections of a long page leads to them', async ({ page }) => {
  for (const path of ['/privacy', '/terms']) {
    await page.goto(path)
    const main = page.getByRole('main')
    const last = main.getByRole('navigation', { name: 'En esta página' }).getByRole('link').last()
    const section = await last.innerText()
    await last.click()
    await expect(main.getByRole('heading', { level: 2, name: section })).toBeInViewport({ ratio: 1 })
  }
})
