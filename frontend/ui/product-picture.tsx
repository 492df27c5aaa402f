// A product's picture in its two sizes, on a stage; when it cannot be loaded, a plate with the product's name.
import { ImageOff } from 'lucide-react'
import { useState } from 'react'

type Props = {
  src: string | null
  name: string
  sizes: string
  first?: boolean
  className?: string
  decorative?: boolean
}

function smallerSource(src: string): string | null {
  return /^\/img\/(products|uploads)\//.test(src) && src.endsWith('.webp') ? src.replace(/\.webp$/, '-400.webp') : null
}

/** A square picture. `first` marks what is seen without scrolling; `decorative` when the name stands beside it. */
export function ProductPicture({ src, name, sizes, first = false, className = '', decorative = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const frame = `stage relative block aspect-square overflow-hidden ${className}`
  if (!src || broken === src) {
    return (
      <span
        className={`${frame} grid place-items-center p-4 text-center`}
        {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      >
        <span className="flex flex-col items-center gap-2 text-sm text-muted">
          <ImageOff className="size-7" aria-hidden />
          {!decorative && <span className="line-clamp-2 max-sm:hidden">{name}</span>}
        </span>
      </span>
    )
  }
  const small = smallerSource(src)
  return (
    <span className={frame}>
      <img
        src={src}
        srcSet={small ? `${small} 400w, ${src} 800w` : undefined}
        sizes={sizes}
        width={800}
        height={800}
        alt={decorative ? '' : name}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(src)}
        className="size-full object-contain transition-transform duration-300 group-hover:scale-[1.03]"
      />
    </span>
  )
}
