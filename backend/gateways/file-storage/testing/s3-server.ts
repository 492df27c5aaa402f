// For tests: a server that speaks S3, with one bucket, on a port of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketSettings } from '#backend/gateways/file-storage/file-storage.ts'

/** The only credentials that the server knows. */
const credentials = { accessKey: 'S3RVER', secretKey: 'S3RVER' }
const bucket = 'gamertech-files'

export async function startS3Server(): Promise<BucketSettings & { stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'gamertech-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const end = async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
  let ended: Promise<void> | undefined
  const stop = () => {
    ended ??= end()
    return ended
  }
  return { endpoint: `http://127.0.0.1:${port}`, bucket, ...credentials, stop }
}
