// Pictures drawn anew from what somebody sent: nothing of the file itself is kept, be it a script, a place or a second file behind it.
import sharp, { type Sharp } from 'sharp'

/** Sides of squares, in pixels: as sharp as a screen needs where the picture shows largest. */
const avatarSide = 256
const productSides = { large: 800, small: 400 }
/** Above what telephones make; a file of kilobytes can claim any size. */
const maxPixels = 50_000_000
/** Pictures that wait for their turn; one alone is decoded at a time. */
const maxWaiting = 10
const maxSeconds = 10

export type PictureProblem = 'not_a_picture' | 'too_many_pixels' | 'damaged_picture'

/** The file is no picture that can be drawn. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Too many pictures wait already: this one was not looked at. */
export class PicturesOverloaded extends Error {
  override readonly name = 'PicturesOverloaded'
}

sharp.concurrency(1)
sharp.cache(false)

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns a square WebP of 256 px, upright and without metadata, of the middle of a JPEG, PNG, WebP, GIF (its first frame) or AVIF.
 * Throws PictureRefused or PicturesOverloaded.
 */
export function drawAvatar(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return inTurn(bytes, () => draw(bytes, (upright) => upright.resize(avatarSide, avatarSide, { fit: 'cover' })))
}

/** The same of a product: the whole picture in squares of 800 and of 400 px, clear where it does not fill them. */
export function drawProduct(bytes: Uint8Array): Promise<Record<keyof typeof productSides, Uint8Array<ArrayBuffer>>> {
  const square = (side: number) =>
    draw(bytes, (upright) => upright.resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }))
  return inTurn(bytes, async () => ({
    large: await square(productSides.large),
    small: await square(productSides.small),
  }))
}

async function inTurn<Drawn>(bytes: Uint8Array, drawIt: () => Promise<Drawn>): Promise<Drawn> {
  // The decoder is shown nothing but these formats: of all that it knows, SVG could load and run.
  if (!isPicture(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) throw new PictureRefused('not_a_picture')
  if (waiting >= maxWaiting) throw new PicturesOverloaded()
  waiting++
  const drawn = last.then(drawIt).finally(() => waiting--)
  last = drawn.catch(() => undefined)
  return drawn
}

function isPicture(start: string): boolean {
  const named = start.startsWith('RIFF') || start.startsWith('ftyp', 4) ? start.slice(8) : ''
  return ['\xff\xd8\xff', '\x89PNG', 'GIF8'].some((mark) => start.startsWith(mark)) || /^(WEBP|avi[fs])$/.test(named)
}

async function draw(bytes: Uint8Array, resized: (upright: Sharp) => Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const source = sharp(bytes, { failOn: 'error', limitInputPixels: false, pages: 1 }).timeout({
    seconds: maxSeconds,
  })
  const { width, height } = await source.metadata().catch(refuse)
  if (width * height > maxPixels) throw new PictureRefused('too_many_pixels')
  const square = resized(source.autoOrient()).webp({ quality: 82 })
  return new Uint8Array(await square.toBuffer().catch(refuse))
}

function refuse(): never {
  throw new PictureRefused('damaged_picture')
}
