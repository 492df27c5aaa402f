// Files in a bucket of any service that speaks S3, addressed by path (endpoint/bucket/key).
import { AwsClient } from 'aws4fetch'
import type { BucketSettings, FilePath, FileStorage } from './file-storage.ts'
import { FileStorageError } from './file-storage-error.ts'

/** Time limit of one call including its retry and body, in milliseconds. */
const limitMs = 10_000

export function bucketStorage(settings: BucketSettings): FileStorage {
  const { endpoint, bucket, accessKey: accessKeyId, secretKey: secretAccessKey, now = () => new Date() } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', retries: 1 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  async function call<Result>(
    path: FilePath,
    init: RequestInit,
    read: (answer: Response) => Promise<Result>,
  ): Promise<Result> {
    try {
      const datetime = now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, '')
      const signal = AbortSignal.timeout(limitMs)
      const answer = await client.fetch(`${base}/${path}`, { ...init, signal, aws: { datetime } })
      if (!answer.ok && answer.status !== 404) throw new Error(`answer ${answer.status}`)
      return await read(answer)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new FileStorageError(`the bucket cannot be used (${reason})`, { cause: error })
    }
  }

  return {
    put: (path, { bytes, type }) =>
      call(path, { method: 'PUT', headers: { 'content-type': type }, body: bytes }, async (answer) => {
        // A PUT creates its key, so a 404 means a missing bucket.
        if (answer.status === 404) throw new Error('there is no such bucket')
      }),
    get: (path) =>
      call(path, {}, async (answer) => {
        const bytes = new Uint8Array(await answer.arrayBuffer())
        return answer.status === 404 ? undefined : bytes
      }),
    remove: (path) => call(path, { method: 'DELETE' }, async (answer) => void (await answer.arrayBuffer())),
  }
}
