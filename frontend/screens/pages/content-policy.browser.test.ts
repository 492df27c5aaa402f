// What the page's own policy stops, in a real browser: text that became markup runs nothing, and no site frames the shop.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { expectViolations } from '#frontend/testing/visits.ts'

/** Markup that runs something in a page without a policy; each marks what it did. */
const hostile = [
  '<script>window.hits.push("inline script")</script>',
  '<script nonce="">window.hits.push("empty nonce")</script>',
  '<script src="data:text/javascript,window.hits.push(%22data%22)"></script>',
  '<script src="/hostile.js"></script>',
  '<img src="x:" onerror="window.hits.push(\'handler\')">',
  '<svg onload="window.hits.push(\'svg\')"></svg>',
  '<iframe srcdoc="<script>parent.hits.push(\'frame\')</script>"></iframe>',
  '<base href="https://otra.example/">',
  '<template data-scripts><link rel="modulepreload" href="/hostile.js"><script src="/hostile.js"></script></template>',
  '<script type="application/json" data-answer="/hostile.js">window.hits.push("data")</script>',
  '<a id="link" href="javascript:window.hits.push(\'link\')">link</a>',
]

/** Opens /home as if the server had written the hostile markup into the page. */
async function openSpoiled(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { hits: [] }))
  await page.route('**/hostile.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.hits.push("own origin")' }),
  )
  await page.route('**/home', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('<body>', `<body>${hostile.join('')}`)
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/home')
}

const hitsOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'hits') as string[])

test('script, handler, frame and link that are injected into the page run nothing, and the shop still works', async ({
  shop,
  page,
}) => {
  await shop.addProduct()
  expectViolations(page)
  await openSpoiled(page)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.locator('#link').dispatchEvent('click')
  await page.evaluate((markup) => {
    for (const html of markup) document.body.insertAdjacentHTML('beforeend', html)
  }, hostile)
  await expect(page.getByText('link', { exact: true })).toHaveCount(2)
  expect(await hitsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.baseURI)).toBe(`${shop.url}/home`)
  // The page names its script by what it says: nothing in it, or in another answer, lets one run that was not built.
  const [first, second] = await page.evaluate(() => Promise.all([1, 2].map(async () => (await fetch('/about')).text())))
  expect(second).toBe(first)
  expect(first).not.toContain('nonce')
})

/** Texts that became markup, script, style or a link somewhere: forty ways, each of which would leave a mark. */
const run = 'window.hits.push(1)'
const elements = ['img src=x: onerror', 'svg onload', 'body onload', 'video src=x: onerror', 'input autofocus onfocus']
const handlers = ['details open ontoggle', 'marquee onstart', 'audio src=x: onerror', 'object data=x: onerror']
const texts = [
  ...[...elements, ...handlers].map((begun) => `<${begun}="${run}">`),
  ...[...elements, ...handlers].map((begun) => `"><${begun.toUpperCase()}=${run}>`),
  ...['script', 'ScRiPt', 'script/x', 'svg><script', 'math><script', 'noscript><script'].map(
    (name) => `<${name}>${run}</script>`,
  ),
  ...['title', 'textarea', 'style', 'noscript', 'iframe'].map((name) => `</${name}><script>${run}</script>`),
  ...['javascript:', 'java\tscript:', 'data:text/html,'].map((scheme) => `<a href="${scheme}${run}">link</a>`),
  `<script src="data:text/javascript,${run}"></script>`,
  `<iframe srcdoc="<script>parent.hits.push(1)</script>"></iframe>`,
  `<style>@import 'javascript:${run}'</style>`,
  `[link](javascript:${run})`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\${${run}}`,
  `{{constructor.constructor('${run}')()}}`,
  `';${run};//`,
]

test('[T35] markup in names, descriptions and reviews is text on every screen that shows them, the panel too', async ({
  shop,
  visit,
}) => {
  expect(new Set(texts).size).toBe(40)
  const markup = `${hostile[4]}"><script>window.hits.push("script")</script>`
  const [author, admin] = [await shop.newShopper(), await shop.newAdmin()]
  const product = await shop.addProduct({ name: `Hostil ${markup}`, description: `${markup} ${texts.join(' ')}` })
  await shop.postReview(author, product.id, 4, `${markup} ${texts.slice(20).join(' ')}`)
  expect((await author.post('/api/users/modifyuser', { id: author.id, name: `Ana ${markup}` })).status).toBe(200)
  await shop.addToCart(author, product.id, 1)
  const order = await shop.placeOrder(author)
  const page = await visit({ as: author })
  const panel = await visit({ as: admin })
  for (const opened of [page, panel]) await opened.addInitScript(() => Object.assign(window, { hits: [] }))
  const ofProduct = ['product', 'review', 'productCart'].map((screen) => `/${screen}/${product.id}`)
  const tabs = ['productos', 'clientes', 'resenas'].map((tab) => `/controlPanel?tab=${tab}&q=onerror`)
  const dossiers = [`order-${order.id}`, `user-${author.id}`, `product-${product.id}`]
  tabs.push(...dossiers.map((entity) => `/controlPanel?tab=clientes&dossier=${entity}`))
  const screens: [Page, string[]][] = [
    [page, ['/home?q=hostil', ...ofProduct, '/shoppingCart', '/perfil', `/order/${order.id}`]],
    [panel, [...tabs, `/controlPanel?tab=ordenes&id=${order.id}`, '/controlPanel?tab=auditoria']],
  ]
  for (const [opened, paths] of screens)
    for (const path of paths) {
      await opened.goto(path)
      await expect(opened.getByText('window.hits.push').first(), path).toBeVisible()
      expect([path, await hitsOf(opened)]).toEqual([path, []])
    }
})

test('[T49 partial] another site cannot frame a page of the shop, and without the policy the same markup would run', async ({
  shop,
  page,
}) => {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end(`<iframe src="${shop.url}/home"></iframe>${hostile[0]}`),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    expectViolations(page)
    await page.addInitScript(() => Object.assign(window, { hits: [] }))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await hitsOf(page)).toEqual(['inline script'])
    await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  } finally {
    await new Promise((done) => server.close(done))
  }
})

/** As a page of another site can post: its form, and fetches of two types. */
async function postEverything(page: Page, call: string, body: string): Promise<void> {
  await page.evaluate(
    async ([url, text]) => {
      document.querySelector('form')?.submit()
      const send = (type: string, mode: RequestMode) =>
        fetch(url ?? '', {
          method: 'POST',
          body: text ?? '',
          mode,
          credentials: 'include',
          headers: { 'content-type': type },
        })
      await send('text/plain', 'no-cors').catch(() => undefined)
      await send('application/json', 'cors').catch(() => undefined)
    },
    [call, body],
  )
}

test('[T29] a page of another origin changes nothing of a signed-in visitor, by form, text or JSON', async ({
  shop,
  visit,
}) => {
  const [product, shopper] = [await shop.addProduct(), await shop.newShopper()]
  const call = `${shop.url}/api/cart/addproducttocart`
  const body = JSON.stringify({ userId: shopper.id, productId: { id: product.id, quantity: 1 } })
  const form = `<form method="post" enctype="text/plain" action="${call}" target="sink"><input name='${body.slice(0, -1)},"x":"' value='"}'></form><iframe name="sink"></iframe>`
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(form))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const page = await visit({ as: shopper })
    // What comes back is kept from that page by the browser too, so what left it is counted.
    const sent: string[] = []
    const done = (request: Request) => {
      if (request.url() === call) sent.push(request.method())
    }
    page.on('requestfailed', done).on('requestfinished', done)
    expectViolations(page)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await postEverything(page, call, body)
    await expect.poll(() => sent.filter((method) => method === 'POST').length).toBeGreaterThanOrEqual(2)
    expect((await shopper.get(`/api/cart/${shopper.id}`)).body.productsId).toEqual([])
  } finally {
    await new Promise((closed) => server.close(closed))
  }
})
