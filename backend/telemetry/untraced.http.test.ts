// Without a collector there are no traces, and nothing of what makes them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { test } from '#backend/testing/shop-fixture.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('events carry no trace context, whatever the caller sends', async ({ shop }) => {
  const head = await shop.core.store.head()
  const person = { name: 'Ana', email: 'sin-trazas@gamertech.test', password: 'Clave-segura-1' }
  expect((await shop.client().post('/api/users/new', person, { traceparent })).status).toBe(201)
  const events = await eventsAfter(shop, head)
  expect(events.length).toBeGreaterThan(0)
  for (const { meta } of events) expect(meta).not.toHaveProperty('traceparent')
})

test('nothing that makes traces is loaded with the shop', async () => {
  // The bare interface of OpenTelemetry comes with prom-client.
  const script = `import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load(url, context, next) { seen.push(url); return next(url, context) } })
    await import('#backend/start-shop.ts')
    const ofTraces = () => seen.filter((url) => /@opentelemetry\\/(?!api\\/)|telemetry\\/(tracing|spans)/.test(url)).length
    const [all, before] = [seen.length, ofTraces()]
    await import('#backend/telemetry/tracing.ts')
    console.log(JSON.stringify({ all, before, after: ofTraces() }))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: process.cwd() })
  const { all, before, after } = JSON.parse(stdout)
  expect(all).toBeGreaterThan(100)
  expect(before).toBe(0)
  expect(after).toBeGreaterThan(20)
})
