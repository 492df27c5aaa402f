import { bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'

/** A file's path; never contains a name chosen by a person. */
export type FilePath = `avatar/${number}` | `product/${string}` | `receipt/${string}`

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** Every call throws FileStorageError while the storage is unavailable. */
export interface FileStorage {
  put(path: FilePath, file: StoredFile): Promise<void>
  get(path: FilePath): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(path: FilePath): Promise<void>
}

export interface BucketSettings {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** Default: the machine's clock. S3 refuses signatures more than 15 minutes off. */
  readonly now?: () => Date
}

export function openFileStorage({ bucket, folder }: { bucket?: BucketSettings; folder: string }): FileStorage {
  return bucket ? bucketStorage(bucket) : folderStorage(folder)
}
