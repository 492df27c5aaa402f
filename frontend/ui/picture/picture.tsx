import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import type { PictureSources } from './picture-sources.ts'

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
