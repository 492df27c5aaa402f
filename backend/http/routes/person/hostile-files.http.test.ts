// Files of few bytes that unpack to hundreds of megabytes, sent to a process of the shop while others ask it for pages.
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { uploadAvatar, uploadPicture } from '#backend/testing/picture-fixture.ts'
import { test as base, makeProduct, signedIn, spawnShop } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'

vi.setConfig({ testTimeout: 240_000 })

const megabyte = 1024 * 1024
/** What a container of the shop has; no swap. */
const containerBytes = 1024 * megabyte
const requestEveryMs = 50

/** A shop in a process of its own. */
const test = base.extend('victim', { scope: 'file' }, async ({ shop }, { onCleanup }) => {
  const victim = await spawnShop(shop, 'http://127.0.0.1:9')
  onCleanup(() => victim.stop())
  return victim
})

const violet = { r: 91, g: 61, b: 245 }
const plain = (width: number, height: number, pageHeight = height) =>
  sharp({ create: { width, height, pageHeight, channels: 3, background: violet } })

/** Each accepted format, of one colour: few bytes, whatever their size. */
async function* hostilePictures(): AsyncGenerator<[string, Buffer]> {
  const largest = () => plain(7000, 7000)
  yield ['small AVIF', await plain(2000, 1000).avif({ effort: 0 }).toBuffer()]
  yield ['AVIF', await largest().avif({ effort: 0 }).toBuffer()]
  yield ['AVIF of a telephone', await plain(4032, 3024).avif({ effort: 0 }).toBuffer()]
  yield ['progressive JPEG', await largest().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()]
  yield ['interlaced PNG', await largest().png({ progressive: true, compressionLevel: 1 }).toBuffer()]
  yield ['WebP', await plain(5000, 5000).webp({ effort: 0 }).toBuffer()]
  yield ['animated WebP', await plain(3500, 14_000, 3500).webp({ effort: 0 }).toBuffer()]
  yield ['animated GIF', await plain(5000, 10_000, 5000).gif({ effort: 1 }).toBuffer()]
}

test('[T34 partial] no picture and no table of little bytes takes the memory of a container, nor time of those who ask for pages', async ({
  shop,
  victim,
}) => {
  const [user, admin] = [await signedIn(shop), await signedIn(shop, { admin: true })]
  await makeProduct(admin)
  const page = `${victim.url}/api/catalogue?stock=todos`
  const askingBefore = askSteadily(page)
  const pictures: [string, Buffer][] = []
  for await (const picture of hostilePictures()) pictures.push(picture)
  const before = p95Of(await askingBefore.stop())
  const watch = watchMemory(victim.pid ?? 0)
  const asking = askSteadily(page)
  for (const [kind, bytes] of pictures) {
    const { status } = await uploadAvatar(victim, user, new Uint8Array(bytes), user)
    expect([kind, [201, 400].includes(status)]).toEqual([kind, true])
  }
  const newlines = new Uint8Array(5 * megabyte - 1000).fill(10)
  const sent = { path: '/api/panel/batches/file', field: 'file', name: 'a.csv', type: 'text/csv' }
  expect((await uploadPicture(victim, admin, newlines, sent)).status).toBe(400)
  const times = await asking.stop()
  const p95 = p95Of(times)
  expect((await asCaller(victim.client(), user).get('/api/users/me')).status).toBeLessThan(500)
  expect(watch.stop()).toBeLessThan(containerBytes)
  // On a machine that others keep busy pages are slow before any file is sent.
  expect(p95).toBeLessThan(Math.max(500, 3 * before))
  // Reading the table in the event loop would hold one of them up for five seconds.
  expect(Math.max(...times)).toBeLessThan(Math.max(3000, 20 * before))
})

const p95Of = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** The most that a process and its children had at once, in bytes. */
function watchMemory(pid: number) {
  let most = 0
  const look = setInterval(() => {
    const bytes = [String(pid), ...childrenOf(pid)].map(residentOf)
    most = Math.max(
      most,
      bytes.reduce((sum, one) => sum + one, 0),
    )
  }, 15)
  return {
    stop() {
      clearInterval(look)
      return most
    },
  }
}

/** A file of /proc; empty if its process or thread has ended. */
const readOf = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
/** The system lists them by the thread that made them. */
const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readOf(`${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  )
const residentOf = (pid: string) => 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readOf(`${pid}/status`))?.[1] ?? 0)

/** Twenty requests a second; stopped, it says how long each took, in milliseconds. */
function askSteadily(url: string) {
  const asked: Promise<number>[] = []
  const ask = async () => {
    const sent = performance.now()
    const answer = await fetch(url)
    await answer.text()
    expect(answer.status).toBe(200)
    return performance.now() - sent
  }
  const asking = setInterval(() => asked.push(ask()), requestEveryMs)
  return {
    async stop() {
      clearInterval(asking)
      return Promise.all(asked)
    },
  }
}
