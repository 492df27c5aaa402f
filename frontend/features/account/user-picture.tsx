// A user's picture, or the default one.
import { useState } from 'react'

const DEFAULT = '/img/avatar-default.svg'

/** A round picture of 38 px; one that cannot be loaded gives way to the default. */
export function UserPicture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src && broken !== src ? src : DEFAULT
  return (
    <img
      src={shown}
      alt=""
      width={38}
      height={38}
      onError={() => setBroken(src)}
      className="size-9.5 rounded-full bg-raised object-cover"
    />
  )
}
