import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Picture, productSources } from './picture.tsx'

type Props = {
  src: string | null
  name?: string
  sizes: string
  first?: boolean
  loading?: 'eager'
  className?: string
  decorative?: boolean
}

/** `first`: visible without scrolling; `loading`: eager for small pictures; `decorative`, or nameless: the name stands beside it. */
export function ProductPicture({ src, name = '', className = '', decorative = name === '', ...seen }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const frame = `stage relative block aspect-square overflow-hidden ${className}`
  if (!src || broken === src) return <Plate frame={frame} name={name} decorative={decorative} />
  return (
    <span className={`${frame} plate`}>
      <Picture
        {...seen}
        sources={productSources(src)}
        alt={decorative ? '' : name}
        width={800}
        height={800}
        {...failing(() => setBroken(src))}
        className="size-full object-contain transition-transform duration-300 group-hover:scale-[1.03]"
      />
    </span>
  )
}

/** Also detects a failure before hydration. */
function failing(act: () => void) {
  return {
    onError: act,
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc && image.naturalWidth === 0) act()
    },
  }
}

function Plate({ frame, name, decorative }: { frame: string; name: string; decorative: boolean }) {
  return (
    <span
      className={`${frame} grid place-items-center p-4 text-center`}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <span className="flex flex-col items-center gap-2 text-sm text-muted">
        <ImageOff className="size-7" />
        {!decorative && <span className="line-clamp-2 max-sm:hidden">{name}</span>}
      </span>
    </span>
  )
}
