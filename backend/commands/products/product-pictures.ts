// Uploaded product pictures: redrawn in several sizes under a content hash, so an address never changes its picture.
// The log refers to them forever, so none is removed.
import { createHash } from 'node:crypto'
import { type PictureFormat, pictureSides, sizedPicture } from '#backend/domain/product/gallery.limits.ts'
import type { FilePath, FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { drawProduct } from '#backend/gateways/pictures/drawn-picture.ts'

const types: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp' }

/** `HASH.webp` is the largest, `HASH-400.avif` another one; only drawn sizes match. */
const sides = [...new Set([...pictureSides.avif, ...pictureSides.webp])].join('|')
const fileName = new RegExp(`^([\\da-f]{32}(?:-(?:${sides}))?)\\.(avif|webp)$`)

const pathOf = (name: string, format: PictureFormat): FilePath =>
  `product/${name}${format === 'webp' ? '' : `.${format}`}`

export async function keepProductPicture(files: FileStorage, sent: Uint8Array, sender?: AbortSignal): Promise<string> {
  const drawn = await drawProduct(sent, pictureSides, sender)
  const largest = drawn.findLast(({ format }) => format === 'webp')?.bytes ?? sent
  const url = `/img/uploads/${createHash('sha256').update(largest).digest('hex').slice(0, 32)}.webp`
  for (const { format, side, bytes } of drawn) {
    const [, name = ''] = fileName.exec(sizedPicture(url, format, side).replace('/img/uploads/', '')) ?? []
    await files.put(pathOf(name, format), { bytes, type: types[format] })
  }
  return url
}

export async function findProductPicture(
  files: FileStorage,
  file: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
  const [, name, format] = fileName.exec(file) ?? []
  if (!name || (format !== 'avif' && format !== 'webp')) return undefined
  const bytes = await files.get(pathOf(name, format))
  return bytes && { bytes, type: types[format] }
}
