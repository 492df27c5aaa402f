// A picture in the formats and sizes that there are of it.
import { type ComponentProps, useSyncExternalStore } from 'react'
import { preload } from 'react-dom'
import type { PictureSources } from './picture-sources.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  sources: PictureSources
  sizes: string
  /** What is looked at first: it is asked for before anything of the page is read. */
  first?: boolean
  /** What is scrolled to: it leaves the line to the page until that is complete. Its place needs a size of its own. */
  late?: boolean
}

/** `sizes` says how wide it is shown; width, height and alt as those of an img. */
export function Picture({ sources: { src, avif, webp }, sizes, first = false, late = false, alt, ...look }: Props) {
  const isItsTurn = useIsItsTurn(late)
  // What the page's head names must be what the browser then chooses, or it comes twice.
  if (first && typeof document === 'undefined')
    preload(src, { as: 'image', imageSrcSet: avif, imageSizes: sizes, type: 'image/avif', fetchPriority: 'high' })
  return (
    <picture className="contents">
      {isItsTurn && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        {...(isItsTurn && { src, srcSet: webp, sizes })}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        {...look}
      />
    </picture>
  )
}

/**
 * Whether something that is scrolled to may be asked for by now; always where it is not `late`. Browsers ask for lazy pictures two windows ahead,
 * while the page's scripts are on their way too: on a phone for twenty of the landing.
 */
export function useIsItsTurn(late: boolean): boolean {
  return useSyncExternalStore(
    onCompletion,
    () => !late || document.readyState === 'complete',
    () => !late,
  )
}

function onCompletion(listener: () => void): () => void {
  addEventListener('load', listener)
  return () => removeEventListener('load', listener)
}
