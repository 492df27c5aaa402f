// The headers that guard every answer, whatever it is and however it came about.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { routesOf } from '#backend/http/contract/routes.ts'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { openShop, publicEnv, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

test('[T49] every route and every error says the same to the browser: load, frame and sniff nothing', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const urls = routesOf(shop.app).map(({ path }) => path.replace(/:\w+/, '1'))
  for (const url of [...urls, '/api/nada', '/api/product/abc', '/api/catalogue', '/api/catalogue', '/nada.js']) {
    if (url === '/*' || url === '/api/docs') continue
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { headers } = await admin.send(method, url, method === 'POST' ? {} : undefined)
      const sent = Object.fromEntries(headers)
      expect(sent, `${method} ${url}`).toMatchObject(everywhere)
      expect([url, sent['content-security-policy'], sent['cross-origin-resource-policy']]).toEqual([
        url,
        closedPolicy,
        'same-origin',
      ])
      expect(sent['strict-transport-security']).toBeUndefined()
    }
  }
})

test('a page allows its one inline script by its hash, and no script by where it comes from', async ({ shop }) => {
  await ensureFrontend()
  for (const path of ['/', '/home', '/controlPanel', '/no/such/page']) {
    const { headers, body } = await shop.client().get(path)
    const policy = headers.get('content-security-policy') ?? ''
    const [[, script = ''] = [], ...others] = String(body).matchAll(
      /<script(?! type="application\/)[^>]*>(.*?)<\/script>/gs,
    )
    const hash = createHash('sha256').update(script).digest('base64')
    expect([script.length > 500, others]).toEqual([true, []])
    expect(Object.fromEntries(headers)).toMatchObject(everywhere)
    expect(policy).toContain(`script-src 'sha256-${hash}' 'strict-dynamic';`)
    for (const part of ["script-src-attr 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|https?:|'self'|nonce/)
  }
})

test('the page of the API runs its own three scripts, loads one style sheet, and asks nobody but the shop', async ({
  shop,
}) => {
  const { headers, body } = await shop.client().get('/api/docs')
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1]
  expect(nonce).toBeDefined()
  expect(Object.fromEntries(headers)).toMatchObject(everywhere)
  for (const part of ["default-src 'none'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toMatch(/unsafe|https?:/)
  expect(String(body).match(/<script[^>]*/g)).toEqual([
    `<script nonce="${nonce}"`,
    `<script nonce="${nonce}" src="/api-docs/swagger-ui-bundle.js"`,
    `<script nonce="${nonce}"`,
  ])
})

databaseTest('a shop that is served by https says that it always is', async ({ databaseUrl }) => {
  const shop = await openShop(databaseUrl, { env: { PUBLIC_URL: 'https://tienda.example', ...publicEnv } })
  try {
    for (const path of ['/home', '/api/catalogue', '/api/nada'])
      expect((await shop.client().get(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
  } finally {
    await shop.stop()
  }
})
