import sharp, { type Sharp } from 'sharp'
import { type Drawing, type DrawnSize, PictureRefused } from './drawn-picture.ts'

const webp = { quality: 82 }
/** More effort costs seconds and saves a twentieth of the bytes. */
export const avif = { quality: 50, effort: 3 }
const megapixels = 1_000_000
/** Decoders take 4 to 18 bytes a pixel. Telephones send 12 megapixels, as JPEG up to 50. */
const maxPixels: Record<string, number> = {
  jpeg: 50 * megapixels,
  png: 50 * megapixels,
  webp: 25 * megapixels,
  gif: 25 * megapixels,
  heif: 13 * megapixels,
}

sharp.concurrency(1)
sharp.cache(false)

export async function draw(bytes: Uint8Array, { fit, sides }: Drawing): Promise<DrawnSize[]> {
  const largest = Math.max(...sides.avif, ...sides.webp)
  const { data, info } = await (await opened(bytes))
    .resize(largest, largest, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  const drawn: DrawnSize[] = []
  for (const format of ['avif', 'webp'] as const)
    for (const side of sides[format]) {
      const square = sharp(data, { raw: info }).resize(side, side)
      const file = format === 'avif' ? square.avif(avif) : square.webp(webp)
      drawn.push({ format, side, bytes: new Uint8Array(await file.toBuffer()) })
    }
  return drawn
}

/** Turned upright, not yet decoded. */
async function opened(bytes: Uint8Array): Promise<Sharp> {
  const source = sharp(bytes, { failOn: 'error', limitInputPixels: false, pages: 1 })
  const { width, height, format } = await source.metadata().catch(refuse)
  if (width * height > (maxPixels[format] ?? 0)) throw new PictureRefused('too_many_pixels')
  return source.autoOrient()
}

function refuse(): never {
  throw new PictureRefused('damaged_picture')
}
