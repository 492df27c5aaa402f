// Pictures from strangers: what is drawn of good ones, and what becomes of those that were made to harm.
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drawAvatar, drawProduct, type PictureProblem, PictureRefused, PicturesOverloaded } from './drawn-picture.ts'

const script = '<script>alert(document.domain)</script>'
const violet = { r: 91, g: 61, b: 245 }
const drawn = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: violet } })
const png = () => drawn().png().toBuffer()

async function problemOf(bytes: Uint8Array): Promise<PictureProblem | undefined> {
  try {
    await drawAvatar(bytes)
    return undefined
  } catch (error) {
    if (error instanceof PictureRefused) return error.problem
    throw error
  }
}

/** A PNG of kilobytes whose header claims any size, with as many rows of one colour as are wanted. */
function claimingPng(width: number, height: number, rows: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

describe('a picture', () => {
  test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'in %s is a square WebP of its own colour',
    async (format) => {
      const bytes = await drawAvatar(await drawn().toFormat(format).toBuffer())
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 256, height: 256 })
      expect((await sharp(bytes).metadata()).format).toBe('webp')
      for (const [at, colour] of Object.values(violet).entries())
        expect(Math.abs((data[128 * 256 * info.channels + 128 * info.channels + at] ?? 0) - colour)).toBeLessThan(12)
    },
  )

  test('of a product is whole, in every size and format, and clear where it does not fill the square', async () => {
    const asked = { avif: [80, 200], webp: [200] }
    const files = await drawProduct(await drawn(40, 20).png().toBuffer(), asked)
    const sizes = Object.entries(asked).flatMap(([format, sides]) => sides.map((side) => [format, side]))
    expect(files.map(({ format, side }) => [format, side])).toEqual(sizes)
    for (const { format, side, bytes } of files) {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: side, height: side, channels: 4 })
      expect((await sharp(bytes).metadata()).format).toBe(format === 'avif' ? 'heif' : format)
      const alphaAt = (x: number, y: number) => data[(y * side + x) * 4 + 3] ?? -1
      expect(alphaAt(side / 2, 5)).toBeLessThan(3)
      expect(alphaAt(5, side / 2)).toBeGreaterThan(252)
      expect(alphaAt(side / 2, side - 6)).toBeLessThan(3)
    }
    await expect(
      drawProduct(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), asked),
    ).rejects.toThrow(PictureRefused)
  })

  test('stands upright, and says nothing of where and with what it was taken', async () => {
    const [top, bottom] = [
      { r: 255, g: 0, b: 0 },
      { r: 0, g: 0, b: 255 },
    ]
    const half = await sharp({ create: { width: 60, height: 30, channels: 3, background: bottom } })
      .png()
      .toBuffer()
    const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: top } })
      .composite([{ input: half, top: 30, left: 0 }])
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '34/1 36/1 0/1' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).orientation).toBe(3)
    const bytes = await drawAvatar(photo)
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    // Upside down as it was taken, the lower colour stands above.
    expect(data[2]).toBeGreaterThan(200)
  })
})

test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a picture as large as telephones take them is drawn from %s in all sizes of a product',
  async (format) => {
    const sent = await drawn(4032, 3024).toFormat(format, { effort: 1 }).toBuffer()
    expect(await drawProduct(sent, { avif: [160, 800], webp: [400, 800] })).toHaveLength(4)
  },
)

test('pictures whose senders left are not drawn, be it their turn or not', async () => {
  const started: unknown[] = []
  const note = (message: unknown) => void started.push(message)
  subscribe('child_process', note)
  onTestFinished(() => void unsubscribe('child_process', note))
  const picture = await drawn(600, 600).png().toBuffer()
  const sender = new AbortController()
  const left = Array.from({ length: 8 }, () => drawAvatar(picture, sender.signal))
  const patient = drawAvatar(picture)
  await expect.poll(() => started.length).toBe(1)
  sender.abort()
  for (const end of await Promise.allSettled(left)) expect(end).toMatchObject({ reason: { message: 'aborted' } })
  await expect(patient).resolves.toBeDefined()
  expect(started).toHaveLength(2)
})

test.runIf(process.platform === 'linux')(
  'the process that draws is the first to end when memory is short, and its picture is refused',
  async () => {
    const started: { process: ChildProcess }[] = []
    const note = (message: unknown) => void started.push(message as { process: ChildProcess })
    subscribe('child_process', note)
    onTestFinished(() => void unsubscribe('child_process', note))
    const refused = expect(drawAvatar(await drawn(4032, 3024).jpeg().toBuffer())).rejects.toThrow(PictureRefused)
    const score = async () => readFile(`/proc/${started[0]?.process.pid}/oom_score_adj`, 'utf8').catch(() => '')
    await expect.poll(score, { interval: 5 }).toBe('1000\n')
    started[0]?.process.kill('SIGKILL')
    await refused
  },
)

test('the process that draws is killed thirty seconds after its start, even if it stands still', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const started: ChildProcess[] = []
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', note)
  onTestFinished(() => {
    unsubscribe('child_process', note)
    vi.useRealTimers()
  })
  const refused = expect(drawAvatar(await png())).rejects.toMatchObject({ problem: 'too_many_pixels' })
  await expect.poll(() => started.length).toBe(1)
  started[0]?.kill('SIGSTOP')
  vi.advanceTimersByTime(29_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  await refused
  expect(started[0]?.signalCode).toBe('SIGKILL')
})

describe('a file that was made to harm', () => {
  test('is refused if it is something else, whatever it is called', async () => {
    const others: [string, Uint8Array][] = [
      ['SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`)],
      [
        'SVG after a declaration',
        Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      ],
      ['HTML', Buffer.from(`<!doctype html>${script}`)],
      ['text', Buffer.from('hola')],
      ['zip', Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1')],
      ['PDF', Buffer.from('%PDF-1.7\n')],
      ['TIFF', await drawn().tiff().toBuffer()],
      ['nothing', new Uint8Array()],
      ['one byte', new Uint8Array([0xff])],
    ]
    for (const [name, bytes] of others) expect([name, await problemOf(bytes)]).toEqual([name, 'not_a_picture'])
  })

  test('[T34] is refused if it only begins like a picture', async () => {
    const whole = await drawn(400, 300).jpeg().toBuffer()
    const broken: [string, Uint8Array][] = [
      ['GIF of HTML', Buffer.from(`GIF89a/*${script}*/`)],
      ['JPEG of PHP', Buffer.from('\xff\xd8\xff\xe0<?php system($_GET[0]); ?>', 'latin1')],
      ['PNG of HTML', Buffer.from(`\x89PNG\r\n\x1a\n${script}`, 'latin1')],
      ['WebP of HTML', Buffer.from(`RIFF\x10\x00\x00\x00WEBP${script}`, 'latin1')],
      ['AVIF of HTML', Buffer.from(`\x00\x00\x00\x20ftypavif${script}`, 'latin1')],
      ['half a JPEG', whole.subarray(0, whole.length / 2)],
      ['half a PNG', (await drawn(400, 300).png().toBuffer()).subarray(0, 60)],
    ]
    for (const [name, bytes] of broken) expect([name, await problemOf(bytes)]).toEqual([name, 'damaged_picture'])
  })

  test('is refused by the size that it claims, before it is unpacked', async () => {
    expect(await problemOf(claimingPng(50_000, 50_000, 4))).toBe('too_many_pixels')
    const bomb = claimingPng(9000, 9000, 9000)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await problemOf(bomb)).toBe('too_many_pixels')
  })

  test('[T34 partial] loses what stands behind or between its pixels', async () => {
    const carriers = [
      Buffer.concat([await png(), Buffer.from(script), Buffer.from('PK\x03\x04payload', 'latin1')]),
      await drawn()
        .withExif({ IFD0: { ImageDescription: script } })
        .jpeg()
        .toBuffer(),
      await drawn().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).jpeg().toBuffer(),
    ]
    for (const carrier of carriers) {
      expect(carrier.includes('script')).toBe(true)
      const text = Buffer.from(await drawAvatar(carrier)).toString('latin1')
      expect(text).not.toMatch(/script|alert|payload/)
    }
  })

  test('is refused without a look while many others wait', async () => {
    const picture = await drawn(600, 600).png().toBuffer()
    const sender = new AbortController()
    const drawing = Array.from({ length: 14 }, () => drawAvatar(picture, sender.signal))
    for (const late of drawing.slice(10)) await expect(late).rejects.toThrow(PicturesOverloaded)
    sender.abort()
    for (const waiting of drawing.slice(0, 10)) await expect(waiting).rejects.toThrow('aborted')
    await expect(drawAvatar(picture)).resolves.toBeDefined()
  })
})
