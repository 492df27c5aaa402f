import { useState } from 'react'

const DEFAULT = '/img/avatar-default.svg'

const sizes = { small: { pixels: 38, look: 'size-9.5' }, large: { pixels: 72, look: 'size-18 shrink-0' } }

export function UserPicture({ src, size = 'small' }: { src: string | null; size?: keyof typeof sizes }) {
  const { pixels, look } = sizes[size]
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src && broken !== src ? src : DEFAULT
  return (
    <img
      src={shown}
      alt=""
      width={pixels}
      height={pixels}
      onError={() => setBroken(src)}
      className={`${look} rounded-full bg-raised object-cover`}
    />
  )
}
