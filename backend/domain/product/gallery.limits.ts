// The pictures of a product in the order in which they are shown: one truth for the API and for the page, so it imports nothing.

/** alt: what the picture shows, for who does not see it; empty: the product's name says it. */
export type Picture = { url: string; alt: string }

/** The most pictures of a product, and the most characters of what one shows. */
export const galleryLimits = { pictures: 8, alt: 200 }

/** Of a file as it is sent. */
export const pictureMaxBytes = 5 * 1024 * 1024

/** Only a hint for the file chooser; the API checks the content. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Of the squares that are drawn of a picture, in pixels: from a place in a list to a page of its own on a sharp screen. */
export const pictureSides = { avif: [160, 400, 640, 800], webp: [400, 800] } as const
export type PictureFormat = keyof typeof pictureSides
/** The side of the file that has the picture's own address. */
const ownSide = 800

/** The address of a picture that the shop drew, `/img/uploads/HASH.webp`, in another size and format. */
export function sizedPicture(url: string, format: PictureFormat, side: number): string {
  return url.replace(/\.webp$/, format === 'webp' && side === ownSide ? '.webp' : `-${side}.${format}`)
}

/** The gallery whose first picture is this one: moved up if it stands there already, else in the place of the first. */
export function withFirst(pictures: readonly Picture[], url: string): Picture[] {
  const [first, ...others] = pictures
  if (first?.url === url) return [...pictures]
  const known = others.find((picture) => picture.url === url)
  if (known && first) return [known, first, ...others.filter((picture) => picture !== known)]
  return [{ url, alt: '' }, ...others]
}
