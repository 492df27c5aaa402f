// The port to what keeps uploaded files: a bucket that speaks S3, or a folder of this machine.
import { bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'

/** Where a file lies: no name that a person chose is part of it. */
export type FilePath = `avatar/${number}` | `product/${string}`

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type, kept beside the file where the storage can. */
  readonly type: string
}

/** Each call throws FileStorageError if the storage cannot be used now. */
export interface FileStorage {
  /** Keeps a file in the place of the previous one: readers see one of the two whole. */
  put(path: FilePath, file: StoredFile): Promise<void>
  /** The bytes of a file; undefined if there is none. */
  get(path: FilePath): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Removes a file; there may be none. */
  remove(path: FilePath): Promise<void>
}

export interface BucketSettings {
  /** Address of the service, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** The shop's clock, default the machine's: a service takes no call that was signed a quarter of an hour from now. */
  readonly now?: () => Date
}

/** `folder`: absolute path; it is used if there is no bucket. */
export function openFileStorage({ bucket, folder }: { bucket?: BucketSettings; folder: string }): FileStorage {
  return bucket ? bucketStorage(bucket) : folderStorage(folder)
}
