// The shop's own pictures in several formats and sizes; the browser chooses.
import { pictureSides, sizedPicture } from '#backend/domain/product/gallery.limits.ts'

/** An external picture has one file. */
export type PictureSources = { src: string; avif?: string; webp?: string }

/** Version of the built pictures; addresses that contain it are cached forever. Defined by vite.config.ts. */
declare const builtPictures: string | undefined

export function productSources(src: string): PictureSources {
  return /^\/img\/(?:products|uploads)\/[\w-]+\.webp$/.test(src) ? squareSources(src) : { src }
}

export function squareSources(src: string): PictureSources {
  const files = (format: 'avif' | 'webp') =>
    pictureSides[format].map((side) => `${lasting(sizedPicture(src, format, side))} ${side}w`).join(', ')
  return { src: lasting(src), avif: files('avif'), webp: files('webp') }
}

/** The landing's heroes, 1920 pixels wide. */
export function heroSources(src: string): PictureSources {
  const files = (format: string, widths: number[]) =>
    widths.map((width) => `${lasting(src.replace('.webp', `-${width}.${format}`))} ${width}w`).join(', ')
  return {
    src: lasting(src),
    avif: files('avif', [640, 960, 1280, 1920]),
    webp: `${files('webp', [960])}, ${lasting(src)} 1920w`,
  }
}

/** Uploaded pictures have their content's hash as name. */
function lasting(address: string): string {
  const isBuilt = typeof builtPictures === 'string' && !address.startsWith('/img/uploads/')
  return isBuilt ? `${address}?v=${builtPictures}` : address
}
