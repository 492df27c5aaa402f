/** `alt`: alternative text; empty: the product's name. */
export type Picture = { url: string; alt: string }

export const galleryLimits = { pictures: 8, alt: 200 }

export const pictureMaxBytes = 5 * 1024 * 1024

/** Only a hint for the file chooser; the API checks the content. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Sides of the drawn squares in pixels, from list thumbnails to full pages on sharp screens. */
export const pictureSides = { avif: [160, 400, 640, 800], webp: [400, 800] } as const
export type PictureFormat = keyof typeof pictureSides
const ownSide = 800

/** Another size and format of an uploaded picture, `/img/uploads/HASH.webp`. */
export function sizedPicture(url: string, format: PictureFormat, side: number): string {
  return url.replace(/\.webp$/, format === 'webp' && side === ownSide ? '.webp' : `-${side}.${format}`)
}

/** Moves the picture to the front if present, else replaces the first. */
export function withFirst(pictures: readonly Picture[], url: string): Picture[] {
  const [first, ...others] = pictures
  if (first?.url === url) return [...pictures]
  const known = others.find((picture) => picture.url === url)
  if (known && first) return [known, first, ...others.filter((picture) => picture !== known)]
  return [{ url, alt: '' }, ...others]
}
