import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import { pictureSides, sizedPicture } from '#backend/domain/product/gallery.limits.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  sources: PictureSources
  sizes: string
  /** Visible first, so requested early. */
  first?: boolean
}

/** `sizes`: its displayed width; other properties as for an img. */
export function Picture({ sources: { src, avif, webp }, sizes, first = false, alt, ...look }: Props) {
  // The preload must match the browser's later choice, or it loads twice.
  if (first && avif && typeof document === 'undefined')
    preload(src, { as: 'image', imageSrcSet: avif, imageSizes: sizes, type: 'image/avif', fetchPriority: 'high' })
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        // Firefox and Safari start loading if `src` is set before `loading`.
        loading={first ? 'eager' : 'lazy'}
        src={src}
        srcSet={webp}
        sizes={sizes}
        alt={alt}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        {...look}
      />
    </picture>
  )
}

/** An external picture has one file. */
type PictureSources = { src: string; avif?: string; webp?: string }

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
