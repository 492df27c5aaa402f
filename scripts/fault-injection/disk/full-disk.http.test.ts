// The disk of the database, and of what people upload, runs full under people over HTTP who look and buy, and is freed again.
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openFileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { FileStorageError } from '#backend/gateways/file-storage/file-storage-error.ts'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { makeProduct, openShop, type Shop, signedIn, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import { atRest } from '#scripts/fault-injection/processes/stage.ts'
import { judgeWith } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { Buyers, plentifulProduct } from '#scripts/load/buyers.ts'
import { test } from '#scripts/testing/database.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { SmallDisk } from './small-disk.ts'

// A disk that is full, and a server that ends by it and comes back.
allowErrors(
  /No space left on device/,
  /ECONNREFUSED|ECONNRESET|Connection terminated|NoConnectionFree|the database system is/,
)

/** In megabytes; an empty cluster takes a third. */
const room = 160
/** Segments are made one by one while it is small, so that the log of the server soon wants room too. */
const smallLog = { max_wal_size: '32MB', min_wal_size: '32MB' }
const patience = { timeout: 60_000, interval: 50 }

/** People at a shop whose database and files are on the disk; the provider's are elsewhere. */
async function shopOn(disk: SmallDisk, server: ServerUnderTest, walletDatabase: string) {
  const settings = { ...walletCredentials, port: 0, host: '127.0.0.1', databaseUrl: walletDatabase, sellerId: '445566' }
  const wallet = await startFakeWallet(settings)
  const env = { DATA_DIR: join(disk.folder, 'shop') }
  const shop = await openShop(server.databaseUrl, { wallet: { apiBaseUrl: wallet.url }, env })
  onTestFinished(async () => {
    await shop.stop()
    await wallet.stop()
    await server.remove()
    await disk.unmount()
  })
  const admin = await signedIn(shop, { admin: true })
  for (let nth = 1; nth <= plentifulProduct; nth++) await makeProduct(admin, { price: nth, stock: 5000 })
  const approve = (id: string) => wallet.control.choose(id, 'approved')
  const origin = `http://127.0.0.1:${shop.config.port}`
  const crowd = new Buyers({ origin, address: shop.url, rates: { reads: 20, orders: 10 }, approve })
  return { shop, crowd }
}

/** Files that people upload: one that does not fit is refused and leaves nothing, what is there stays, and later there is room again. */
async function uploadOnFull(disk: SmallDisk): Promise<void> {
  const files = openFileStorage({ folder: join(disk.folder, 'shop/files') })
  const file = { bytes: new Uint8Array(20_000), type: 'image/webp' }
  await files.put('avatar/1', file)
  await disk.fill()
  await expect(files.put('avatar/2', file)).rejects.toThrow(FileStorageError)
  expect(await files.get('avatar/2')).toBeUndefined()
  expect((await files.get('avatar/1'))?.length).toBe(20_000)
}

test('[F15] a disk that runs full refuses changes for a while and loses none that it took; freed, the shop goes on by itself', {
  timeout: 180_000,
}, async ({ databaseUrl, skip }) => {
  const disk = await SmallDisk.mount(room)
  if (!disk) return skip('to run it: as a user who may mount a file system')
  const server = await ServerUnderTest.create(disk.folder, smallLog)
  const { shop, crowd } = await shopOn(disk, server, databaseUrl)
  await crowd.begin(8)
  await expect.poll(() => crowd.orders.length, patience).toBeGreaterThan(10)
  const full = performance.now()
  await uploadOnFull(disk)
  expect((await shop.client().get('/metrics')).body).toContain('gamertech_disk_bytes{folder="data",state="free"} 0\n')
  await expect.poll(() => crowd.failedOf('change').length, patience).toBeGreaterThan(20)
  const last = crowd.orders.length
  await disk.free()
  const hadEnded = await server.revive()
  await expect.poll(() => crowd.orders.length, patience).toBeGreaterThan(last + 10)
  await crowd.leave()
  // Whoever is refused is told to come back.
  for (const { status, text, until, path } of crowd.failed)
    expect([path, until > full, status, text]).toEqual([
      path,
      true,
      503,
      expect.stringMatching(/"code":"(unavailable|overloaded)"/),
    ])
  await booksAddUp(shop, server, crowd)
  console.log(`${crowd.orders.length} orders, ${crowd.failed.length} refusals, server ended by it: ${hadEnded}`)
})

async function booksAddUp(shop: Shop, server: ServerUnderTest, crowd: Buyers): Promise<void> {
  await shop.jobs['reconcile-payments']({})
  await atRest(shop.core)
  const core = { ...shop.core, databaseUrl: server.databaseUrl }
  expect(await judgeWith(core, crowd)).toEqual([])
}
