/** The storage refused or did not answer. The message is for logs: it holds no credentials. */
export class FileStorageError extends Error {
  override readonly name = 'FileStorageError'
}
