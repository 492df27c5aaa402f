// Pictures drawn anew from what somebody sent: nothing of the file itself is kept, be it a script, a place or a second file behind it.
import sharp, { type Sharp } from 'sharp'

/** The side of a square, in pixels: as sharp as a screen needs where the picture shows largest. */
const avatarSide = 256
const webp = { quality: 82 }
/** More effort costs seconds and saves a twentieth of the bytes. */
export const avif = { quality: 50, effort: 3 }
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
  return inTurn(bytes, async () => {
    const square = (await opened(bytes)).resize(avatarSide, avatarSide, { fit: 'cover' })
    return new Uint8Array(await square.webp(webp).toBuffer().catch(refuse))
  })
}

type Format = 'avif' | 'webp'
/** A square file of a product's picture. `side` in pixels. */
export type DrawnSize = { format: Format; side: number; bytes: Uint8Array<ArrayBuffer> }

/** The same of a product: the whole picture in squares of these sides (pixels), clear where it does not fill them. */
export function drawProduct(bytes: Uint8Array, sides: Record<Format, readonly number[]>): Promise<DrawnSize[]> {
  return inTurn(bytes, async () => {
    const whole = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const largest = Math.max(...sides.avif, ...sides.webp)
    // What was sent is unpacked once, and not for each size.
    const { data, info } = await (await opened(bytes))
      .resize(largest, largest, whole)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    const drawn: DrawnSize[] = []
    for (const format of ['avif', 'webp'] as const)
      for (const side of sides[format]) {
        const square = sharp(data, { raw: info }).resize(side, side)
        const file = format === 'avif' ? square.avif(avif) : square.webp(webp)
        drawn.push({ format, side, bytes: new Uint8Array(await file.timeout({ seconds: maxSeconds }).toBuffer()) })
      }
    return drawn
  })
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

/** Upright, and not yet unpacked. */
async function opened(bytes: Uint8Array): Promise<Sharp> {
  const source = sharp(bytes, { failOn: 'error', limitInputPixels: false, pages: 1 }).timeout({
    seconds: maxSeconds,
  })
  const { width, height } = await source.metadata().catch(refuse)
  if (width * height > maxPixels) throw new PictureRefused('too_many_pixels')
  return source.autoOrient()
}

function refuse(): never {
  throw new PictureRefused('damaged_picture')
}
