// Both storages keep the same promises: a folder of this machine, and a bucket of a server that speaks S3.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStorage, openFileStorage } from './file-storage.ts'
import { FileStorageError } from './file-storage-error.ts'
import { startS3Server } from './testing/s3-server.ts'

const type = 'image/webp'
const some = new Uint8Array([0, 255, 1, 254])
const other = new Uint8Array(70_000).fill(7)

let folder: string
let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamertech-files-'))
  server = await startS3Server()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const opened: Record<string, () => FileStorage> = {
  'a folder': () => openFileStorage({ folder: join(folder, 'not', 'yet', 'there') }),
  'a bucket': () => openFileStorage({ folder: '/nowhere', bucket: server }),
}

describe.for(Object.keys(opened))('%s', (kind) => {
  const open = () => (opened[kind] as () => FileStorage)()

  test('keeps the newest bytes of each path, and none once they are removed', async () => {
    const files = open()
    expect(await files.get('avatar/1')).toBeUndefined()
    await files.put('avatar/1', { bytes: some, type })
    await files.put('avatar/12', { bytes: other, type })
    expect(await files.get('avatar/1')).toEqual(some)
    await files.put('avatar/1', { bytes: other, type })
    expect(await open().get('avatar/1')).toEqual(other)
    for (const _ of [1, 2]) await files.remove('avatar/1')
    expect(await files.get('avatar/1')).toBeUndefined()
    expect(await files.get('avatar/12')).toEqual(other)
  })
})

test('a folder holds the file itself, readable by its owner alone, and nothing of how it came there', async () => {
  const own = join(folder, 'own')
  await openFileStorage({ folder: own }).put('avatar/3', { bytes: some, type })
  expect(await readdir(own, { recursive: true })).toEqual(['avatar', 'avatar/3'])
  expect((await stat(join(own, 'avatar/3'))).mode & 0o777).toBe(0o600)
})

test('a folder that cannot be used says so', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const files = openFileStorage({ folder: file })
  await expect(files.put('avatar/1', { bytes: some, type })).rejects.toThrow(FileStorageError)
  await expect(files.get('avatar/1')).rejects.toThrow(FileStorageError)
})

test('a bucket keeps the media type, under the path itself', async () => {
  await openFileStorage({ folder: '/nowhere', bucket: server }).put('avatar/5', { bytes: some, type })
  const answer = await fetch(`${server.endpoint}/${server.bucket}/avatar/5`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
})

test('wrong credentials, a bucket that is not there and a server that fails are said, without the secret', async () => {
  const broken = createServer((_, response) => response.writeHead(500).end())
  await new Promise<void>((ready) => broken.listen(0, '127.0.0.1', ready))
  const { port } = broken.address() as { port: number }
  const secretKey = 'another-secret-key'
  const wrong = [
    { ...server, secretKey },
    { ...server, bucket: 'another-bucket' },
    { ...server, secretKey, endpoint: `http://127.0.0.1:${port}` },
    { ...server, secretKey, endpoint: 'http://127.0.0.1:9' },
  ]
  try {
    for (const bucket of wrong) {
      const put = openFileStorage({ folder: '/nowhere', bucket }).put('avatar/1', { bytes: some, type })
      const error = await put.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error, JSON.stringify(bucket)).toBeInstanceOf(FileStorageError)
      expect(String(error)).not.toContain(secretKey)
    }
  } finally {
    broken.close()
  }
})

test('[F16 partial] calls of a bucket are signed by the shop’s clock, not by that of the process', async () => {
  const signedAt: unknown[] = []
  const listener = createServer(({ headers }, response) => {
    signedAt.push(headers['x-amz-date'])
    response.end()
  })
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  const { port } = listener.address() as { port: number }
  const now = () => new Date('2020-02-03T04:05:06.789Z')
  try {
    const bucket = { ...server, endpoint: `http://127.0.0.1:${port}`, now }
    await openFileStorage({ folder: '/nowhere', bucket }).put('avatar/1', { bytes: some, type })
  } finally {
    listener.close()
  }
  expect(signedAt).toEqual(['20200203T040506Z'])
})
