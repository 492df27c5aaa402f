// Every call of the router while the provider of sign-ins and the bucket of pictures are away, beside a shop whose are there.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '#backend/gateways/file-storage/testing/s3-server.ts'
import { startProviderUnderTest } from '#backend/gateways/sign-in/testing/provider-under-test.ts'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import { expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { callOf, type Target } from '#backend/http/testing/calls.ts'
import { begin, newPerson, signInBy } from '#backend/http/testing/google-fixture.ts'
import { pngOf, uploadAvatar, uploadPicture } from '#backend/testing/picture-fixture.ts'
import { makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

/**
 * Calls after which their caller is nobody, or somebody else; that name a person by an e-mail; and that wait for the provider of payments, whose
 * absence has tests of its own.
 */
const left = /\/(session\/.*|users\/(erase|setpassword|new|verifyuser)|order\/(lookup|withdrawal)|payment\/.*)$/
/** They show what lies in the bucket. */
const ofPictures = ['GET /avatar/:id', 'GET /img/uploads/:file']

/** A shop with a provider and a bucket of its own, and those who came while both were there. */
async function open() {
  const [bucket, provider, { databaseUrl, drop }] = await Promise.all([
    startS3Server(),
    startProviderUnderTest(),
    createDatabase(),
  ])
  const env = {
    ...{ S3_ENDPOINT: bucket.endpoint, S3_BUCKET: bucket.bucket },
    ...{ S3_ACCESS_KEY: bucket.accessKey, S3_SECRET_KEY: bucket.secretKey },
  }
  const shop = await openShop(databaseUrl, { env, signIn: provider.settings })
  const leave = async () => void (await Promise.all([bucket.stop(), provider.stop()]))
  onTestFinished(async () => {
    await shop.stop()
    await bucket.stop()
    await drop()
  })
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin, { stock: 100 })
  const byGoogle = shop.client()
  const { id } = (await signInBy(provider, byGoogle, newPerson())).body.user
  const people = [{ ...byGoogle, id: id as number }, admin]
  const png = await pngOf('#5b3df5')
  const drawn = await uploadPicture(shop, admin, png, { path: '/api/panel/pictures' })
  const targets: Target[] = []
  for (const person of people) {
    expect((await uploadAvatar(shop, person, png, person)).status).toBe(201)
    const orderId = await placeOrderOf(shop, person, { id: productId, quantity: 1 })
    targets.push({ userId: person.id, orderId, productId, sessionId: randomUUID() })
  }
  const picture = String(drawn.body.url)
  return { shop, provider, people, targets, picture, png, leave }
}
type Opened = Awaited<ReturnType<typeof open>>

/** How each call that leaves its caller who they are answers: what is read, each of the people; what is changed, the admin. */
async function everyAnswer({ shop, people, targets, picture }: Opened): Promise<Map<string, number>> {
  const answers = new Map<string, number>()
  const routes = routesOf(shop.app).filter(
    ({ method, path }) => path !== '/*' && `${method} ${path}` !== 'GET /api/live',
  )
  const ask = async (route: Route, who: number) => {
    const name = `${route.method} ${route.path}`
    const { url, body, headers } = callOf(route, targets[who] as Target)
    const address = name === ofPictures[1] ? picture : url
    const { status } = await (people[who] as Client).send(route.method, address, body, headers)
    answers.set(`${name} ${who}`, status)
  }
  const asked = routes.filter(({ path }) => !left.test(path))
  for (const who of people.keys())
    await Promise.all(asked.filter(({ method }) => method === 'GET').map((route) => ask(route, who)))
  for (const route of asked.filter(({ method }) => method !== 'GET')) await ask(route, people.length - 1)
  return answers
}

/** All that needs what is away says that it does. */
async function expectMissed({ shop, people, targets, png }: Opened, started: { client: Client; state: string }) {
  const [member, admin] = people as [Opened['people'][number], Client]
  const { client, state } = started
  expectProblem(await client.post('/api/auth/google/finish', { code: 'a code', state }), 503, 'sign_in_unavailable')
  expectProblem(await uploadAvatar(shop, member, png, { id: targets[0]?.userId ?? 0 }), 503, 'files_unavailable')
  expectProblem(await uploadPicture(shop, admin, png, { path: '/api/panel/pictures' }), 503, 'files_unavailable')
}

test('[F14] while the provider of sign-ins and the storage of pictures are away, whoever is signed in stays so, and of all calls only signing in by Google and pictures fail', async () => {
  const [whole, lacking] = await Promise.all([open(), open()])
  const client = lacking.shop.client()
  const { state } = await begin(client)
  expectErrors(/the bucket cannot be used/)
  await lacking.leave()
  await expectMissed(lacking, { client, state })
  const [usual, without] = [await everyAnswer(whole), await everyAnswer(lacking)]
  expect(usual.size).toBeGreaterThan(120)
  const differing = [...usual].filter(([name, status]) => without.get(name) !== status)
  const ofNobodyElse = differing.filter(([name]) => !ofPictures.includes(name.replace(/ \d$/, '')))
  expect(ofNobodyElse.map(([name, status]) => [name, status, without.get(name)])).toEqual([])
  expect(new Set(differing.map(([name]) => without.get(name)))).toEqual(new Set([503]))
  for (const person of lacking.people) expect((await person.get('/api/session')).body.user?.id).toBe(person.id)
  // Whoever is there can go on, and come back.
  const again = await signedIn(lacking.shop)
  const { email, password } = again
  expect((await lacking.shop.client().post('/api/users/verifyuser', { email, password })).status).toBe(200)
})
