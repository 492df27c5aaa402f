// A person's picture over the wire: who may send one, what is taken, where it lies and how it is shown.
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { startS3Server } from '#backend/gateways/file-storage/testing/s3-server.ts'
import { expectBadInput, expectProblem, expectShopGoesOn, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { pngOf, sizeOf, uploadAvatar as upload } from '#backend/testing/picture-fixture.ts'
import { openShop, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

async function shown(shop: Shop, path: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const { status, headers, ...answer } = await fetch(`${shop.url}${path}`).then(async (got) => ({
    status: got.status,
    headers: got.headers,
    bytes: Buffer.from(await got.arrayBuffer()),
  }))
  return { status, headers, ...answer }
}

test('[ROLE-10] a picture needs a session: 401, another account’s is 403, the own one is taken', async ({ shop }) => {
  const [user, other] = [await signedIn(shop), await signedIn(shop)]
  const png = await pngOf('#5b3df5')
  expectProblem(await upload(shop, shop.client(), png, user), 401, 'unauthenticated')
  expectProblem(await upload(shop, user, png, other), 403, 'forbidden')
  const admin = await signedIn(shop, { admin: true })
  expectProblem(await upload(shop, admin, png, other), 403, 'forbidden')
  expect((await shown(shop, `/avatar/${other.id}`)).status).toBe(404)
  expect((await upload(shop, user, png, user)).status).toBe(201)
})

test('[API-55] a PNG gets its address, a text that is called x.png is bad input, above 5 MB is 413', async ({
  shop,
}) => {
  const user = await signedIn(shop)
  const png = await pngOf('#c81e4a')
  const answer = await upload(shop, user, png, { id: user.id, name: '../../x.svg', type: 'text/html' })
  expect([answer.status, answer.body]).toEqual([
    201,
    { imageUrl: expect.stringMatching(new RegExp(`^/avatar/${user.id}\\?v=[0-9a-f]{16}$`)) },
  ])
  const hola = new Uint8Array(Buffer.from('hola'))
  expectBadInput(await upload(shop, user, hola, { id: user.id, name: 'x.png' }), ['image'])
  expectBadInput(await upload(shop, user, png, { id: user.id, field: 'file' }), ['file', 'image'])
  for (const bytes of [5.1, 6, 12].map((megabytes) => new Uint8Array(megabytes * 1024 * 1024)))
    expectProblem(await upload(shop, user, bytes, user), 413, 'too_large')
  const noFile = await user.post(`/api/users/${user.id}/avatar`, { image: 'x' })
  expectProblem(noFile, 415, 'unsupported_media_type')
  for (const body of ['', '--x--', '--x\r\nContent-Disposition: form-data; name="image"\r\n\r\nhola\r\n--x--'])
    expect(
      (await user.post(`/api/users/${user.id}/avatar`, body, { 'content-type': 'multipart/form-data; boundary=x' }))
        .status,
    ).toBe(400)
  const { headers, bytes } = await shown(shop, answer.body.imageUrl)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(await sizeOf(bytes)).toEqual([256, 256])
})

test('[T34 partial] a picture is shown as nothing but a picture, kept for ever under its own version, and by nobody between', async ({
  shop,
}) => {
  const user = await signedIn(shop)
  const first = (await upload(shop, user, await pngOf('#111111'), user)).body.imageUrl
  const { headers } = await shown(shop, first)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none';.*; sandbox/),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const next = (await upload(shop, user, await pngOf('#eeeeee'), user)).body.imageUrl
  expect(next).not.toBe(first)
  for (const old of [first, `/avatar/${user.id}`])
    expect((await shown(shop, old)).headers.get('cache-control')).toBe('private, no-cache')
  const etag = (await shown(shop, next)).headers.get('etag') ?? ''
  const again = await fetch(`${shop.url}${next}`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  for (const path of ['/avatar/0', '/avatar/x', '/avatar/..%2fdata.key', '/avatar/999999'])
    expect([path, (await shown(shop, path)).status]).toEqual([path, 404])
})

/** A form that goes on for ever, or says how long it is and does not come to its end; `status`: of its answer, undefined while there is none. */
function slowUpload(
  shop: Shop,
  { jar, id }: Pick<Awaited<ReturnType<typeof signedIn>>, 'jar' | 'id'>,
  length?: number,
  network = '203.0.113.1',
) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const size = length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }
  const type = 'multipart/form-data; boundary=x'
  const headers = { origin: shop.url, cookie, 'content-type': type, 'x-forwarded-for': network, ...size }
  const sending = request(`${shop.url}/api/users/${id}/avatar`, { method: 'POST', headers, agent: false })
  const told: { status?: number | undefined } = {}
  sending.on('response', (answer) => {
    told.status = answer.statusCode
    answer.resume()
  })
  sending.on('error', () => undefined)
  sending.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
  return { told, sending, end: () => void sending.destroy() }
}

test('[T41 partial] files that are slow to come are few: four of an account lie in memory, and none of who is not signed in', async ({
  shop,
}) => {
  const [user, other] = [await signedIn(shop), await signedIn(shop)]
  const slow = [1, 2].flatMap(() => [slowUpload(shop, user), slowUpload(shop, user, 4_000_000)])
  onTestFinished(() => {
    for (const { end } of slow) end()
  })
  // The fifth is answered though it does not come to its end, in whatever order they reach the shop.
  const all = [...slow, slowUpload(shop, user)]
  await expect.poll(() => all.flatMap(({ told }) => told.status ?? [])).toEqual([429])
  const nobody = slowUpload(shop, { jar: new Map(), id: user.id })
  await expect.poll(() => nobody.told.status).toBe(401)
  const png = await pngOf('#123456')
  expect((await upload(shop, other, png, other)).status).toBe(201)
  for (const { end } of [...all, nobody]) end()
  await expect.poll(async () => (await upload(shop, user, png, user)).status).toBe(201)
})

test('[T41 partial] ten accounts of ten networks that send slowly leave places for others, and one network has ten', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl, { env: { TRUST_PROXY: '1' } })
  const slow: ReturnType<typeof slowUpload>[] = []
  onTestFinished(async () => {
    for (const { end } of slow) end()
    await shop.stop()
    await drop()
  })
  const refused = () => slow.filter(({ told }) => told.status === 429).length
  const ten = await Promise.all(Array.from({ length: 10 }, () => signedIn(shop)))
  for (const user of ten.slice(0, 4)) for (let nth = 0; nth < 4; nth++) slow.push(slowUpload(shop, user))
  await expect.poll(refused).toBe(6)
  for (const { end } of slow.splice(0)) end()
  const other = await signedIn(shop)
  const png = await pngOf('#123456')
  const mine = async () => (await upload(shop, other, png, other)).status
  await expect.poll(mine).toBe(201)
  for (const [nth, user] of ten.entries())
    for (let times = 0; times < 4; times++) slow.push(slowUpload(shop, user, undefined, `198.51.100.${nth}`))
  await expect.poll(refused).toBeGreaterThanOrEqual(15)
  expect(await mine()).toBe(201)
})

test('a file that does not say how long it is may be no longer than one that does', async ({ shop }) => {
  const user = await signedIn(shop)
  const { told, sending, end } = slowUpload(shop, user)
  onTestFinished(end)
  sending.write(new Uint8Array(6 * 1024 * 1024))
  await expect.poll(() => told.status).toBe(413)
})

test('nothing is appended by an upload alone, and a foreign page cannot send one', async ({ shop }) => {
  const user = await signedIn(shop)
  const png = await pngOf('#5b3df5')
  expect(await typesAppended(shop, () => upload(shop, user, png, user))).toEqual([])
  const form = new FormData()
  form.append('image', new File([png], 'x.png'))
  const cookie = [...user.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: 'https://otra.example' }
  const answer = await fetch(`${shop.url}/api/users/${user.id}/avatar`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(403)
})

test('the picture of an erased person is gone, and cannot come back', async ({ shop }) => {
  const user = await signedIn(shop)
  const png = await pngOf('#5b3df5')
  const { imageUrl } = (await upload(shop, user, png, user)).body
  await erasePerson(shop.core, { actor: 'operator', correlation: 'test' }, user.id)
  await expect.poll(async () => (await shown(shop, imageUrl)).status).toBe(404)
  expectProblem(await upload(shop, user, png, user), 401, 'unauthenticated')
})

describe('where pictures lie', () => {
  test('[F14 partial] [ENV-10] in the bucket of S3_*, and without it under DATA_DIR, with the same answers; a bucket that is away takes no pictures, and nothing else ends', async ({
    shop,
  }) => {
    expectErrors(/the bucket cannot be used/)
    const server = await startS3Server()
    onTestFinished(server.stop)
    const { databaseUrl, drop } = await createDatabase()
    const env = {
      S3_ENDPOINT: server.endpoint,
      S3_BUCKET: server.bucket,
      S3_ACCESS_KEY: server.accessKey,
      S3_SECRET_KEY: server.secretKey,
    }
    const other = await openShop(databaseUrl, { env })
    onTestFinished(async () => {
      await other.stop()
      await drop()
    })
    const png = await pngOf('#5b3df5')
    const answers = []
    let [user, address] = [await signedIn(shop), '']
    for (const each of [shop, other]) {
      user = await signedIn(each)
      const { status, body } = await upload(each, user, png, user)
      address = body.imageUrl
      const picture = await shown(each, address)
      const kept = [picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]
      answers.push([status, address.replace(`/${user.id}?`, '/ID?'), ...kept, picture.bytes.toString('base64')])
      const inBucket = await fetch(`${server.endpoint}/${server.bucket}/avatar/${user.id}`)
      expect(inBucket.status).toBe(each === other ? 200 : 404)
      const onDisk = await stat(join(each.config.dataDir, 'files', 'avatar', String(user.id))).catch(() => undefined)
      expect(onDisk?.isFile() ?? false).toBe(each === shop)
    }
    expect(answers[0]).toEqual(answers[1])
    await server.stop()
    expectProblem(await upload(other, user, png, user), 503, 'files_unavailable')
    const { status, headers } = await shown(other, address)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
    await expectShopGoesOn(other, user)
  })
})
