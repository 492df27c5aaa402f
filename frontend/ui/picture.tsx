// A picture in the formats and sizes that there are of it.
import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import type { PictureSources } from './picture-sources.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  sources: PictureSources
  sizes: string
  /** What is looked at first: it is asked for before anything of the page is read. */
  first?: boolean
}

/** `sizes` says how wide it is shown; width, height and alt as those of an img. */
export function Picture({ sources: { src, avif, webp }, sizes, first = false, alt, ...look }: Props) {
  // What the page's head names must be what the browser then chooses, or it comes twice.
  if (first && typeof document === 'undefined')
    preload(src, { as: 'image', imageSrcSet: avif, imageSizes: sizes, type: 'image/avif', fetchPriority: 'high' })
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        // Firefox and Safari load at once a picture whose src is set before this.
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
