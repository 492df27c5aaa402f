// Draws sent pictures anew, so that scripts, places and appended files get lost. Each runs in its own process with limits
// for memory and time; Linux ends that process before the shop.
import { fork } from 'node:child_process'

/** Pixels of a square's side, enough for the largest place on a sharp screen. */
const avatarSide = 256
/** Waiting pictures; one is decoded at a time. */
const maxWaiting = 10
/** From the start of the process to its end, on a busy machine too. */
const deadlineMs = 30_000

export type PictureProblem = 'not_a_picture' | 'too_many_pixels' | 'damaged_picture'

export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

export class PicturesOverloaded extends Error {
  override readonly name = 'PicturesOverloaded'
}

type Format = 'avif' | 'webp'
type Sides = Record<Format, readonly number[]>
/** A square file of a product's picture. `side` in pixels. */
export type DrawnSize = { format: Format; side: number; bytes: Uint8Array<ArrayBuffer> }
/** `cover` fills the square with the picture's middle; `contain` shows the whole picture on a transparent square. */
export type Drawing = { fit: 'cover' | 'contain'; sides: Sides }
export type ToChild = { bytes: Uint8Array; drawing: Drawing }
export type FromChild = { drawn: DrawnSize[] } | { problem: PictureProblem } | { failure: string }

/**
 * Returns a square WebP of 256 px, upright and without metadata, of the middle of a JPEG, PNG, WebP, GIF (its first frame) or AVIF.
 * Throws PictureRefused or PicturesOverloaded; 'aborted' once the signal is, which ends the work.
 */
export async function drawAvatar(bytes: Uint8Array, sender?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const [square] = await inTurn(bytes, { fit: 'cover', sides: { avif: [], webp: [avatarSide] } }, sender)
  if (!square) throw new PictureRefused('damaged_picture')
  return square.bytes
}

/** Draws a product's whole picture in transparent squares of these sides, in pixels. */
export function drawProduct(bytes: Uint8Array, sides: Sides, sender?: AbortSignal): Promise<DrawnSize[]> {
  return inTurn(bytes, { fit: 'contain', sides }, sender)
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

async function inTurn(bytes: Uint8Array, drawing: Drawing, sender?: AbortSignal): Promise<DrawnSize[]> {
  // Other formats never reach the decoder: SVG could load files and run scripts.
  if (!isPicture(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) throw new PictureRefused('not_a_picture')
  if (waiting >= maxWaiting) throw new PicturesOverloaded()
  waiting++
  const drawn = last.then(() => drawInChild({ bytes, drawing }, sender)).finally(() => waiting--)
  last = drawn.catch(() => undefined)
  return drawn
}

function isPicture(start: string): boolean {
  const named = start.startsWith('RIFF') || start.startsWith('ftyp', 4) ? start.slice(8) : ''
  return ['\xff\xd8\xff', '\x89PNG', 'GIF8'].some((mark) => start.startsWith(mark)) || /^(WEBP|avi[fs])$/.test(named)
}

function drawInChild(asked: ToChild, sender?: AbortSignal): Promise<DrawnSize[]> {
  if (sender?.aborted) throw new Error('aborted')
  const child = fork(new URL('./draw.child.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const end = () => child.kill('SIGKILL')
  const deadline = setTimeout(end, deadlineMs)
  sender?.addEventListener('abort', end)
  return new Promise<DrawnSize[]>((resolve, reject) => {
    let answer: FromChild | undefined
    child.once('message', (message: FromChild) => {
      answer = message
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (sender?.aborted) reject(new Error('aborted'))
      else if (answer && 'drawn' in answer) resolve(answer.drawn)
      else if (answer && 'problem' in answer) reject(new PictureRefused(answer.problem))
      else if (signal) reject(new PictureRefused('too_many_pixels'))
      else reject(new Error(`a picture was not drawn: ${answer?.failure ?? `ended with ${code}`}`))
    })
    child.send(asked, (error) => error && end())
  }).finally(() => {
    clearTimeout(deadline)
    sender?.removeEventListener('abort', end)
  })
}
