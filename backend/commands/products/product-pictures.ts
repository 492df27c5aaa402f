// Uploaded pictures of products: drawn anew in two sizes and kept under a name that their content gives, so that a picture never changes
// under its address. The log names them for ever, so none is removed.
import { createHash } from 'node:crypto'
import type { FilePath, FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { drawProduct } from '#backend/gateways/pictures/drawn-picture.ts'

export const productPictureType = 'image/webp'

/** `HASH.webp` is the large one, `HASH-400.webp` the small one. */
const fileName = /^([\da-f]{32}(?:-400)?)\.webp$/

const pathOf = (name: string): FilePath => `product/${name}`

/** Keeps a picture and returns its address in the shop. Throws what drawProduct and the storage throw. */
export async function keepProductPicture(files: FileStorage, sent: Uint8Array): Promise<string> {
  const { large, small } = await drawProduct(sent)
  const hash = createHash('sha256').update(large).digest('hex').slice(0, 32)
  await files.put(pathOf(`${hash}-400`), { bytes: small, type: productPictureType })
  await files.put(pathOf(hash), { bytes: large, type: productPictureType })
  return `/img/uploads/${hash}.webp`
}

/** The bytes behind the last part of an address; undefined if there is no such picture. */
export async function findProductPicture(
  files: FileStorage,
  file: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [, name] = fileName.exec(file) ?? []
  return name ? files.get(pathOf(name)) : undefined
}
