// Renders the shop's pictures into frontend/public/img: node scripts/pictures/render.ts [--sheet out.png] [--size 1600] [--views side,detail] [slug...]
// --sizes: no rendering; writes the sizes in AVIF anew from the largest files that are there.
// --check: draws one small picture and keeps nothing, so that `npm run check` notices a workshop that no longer works.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { pictureSides, sizedPicture } from '#backend/domain/product/gallery.limits.ts'
import { avif } from '#backend/gateways/pictures/drawing.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { writeLogos } from './logos.ts'

const root = normalize(join(import.meta.dirname, '..', '..'))
const out = join(root, 'frontend', 'public', 'img')
/** Has few surfaces: it is drawn in half the time of others. */
const plainest = 'ssd-silex-sata-960'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' }

type Studio = {
  slugs: string[]
  heroes: string[]
  shoot: (slug: string, size: number, view: string) => string
  hero: (name: string, width: number, height: number) => string
}
type StudioWindow = { studio: Studio; studioReady?: boolean }

async function answer(path: string, response: ServerResponse): Promise<void> {
  try {
    const body = await readFile(join(root, path))
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
}

async function serve() {
  const server = createServer((request, response) => {
    void answer(normalize(new URL(request.url ?? '/', 'http://local').pathname), response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openStudio(origin: string) {
  const browser = await launchChromium(['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'])
  const page = await browser.newPage()
  page.setDefaultTimeout(240_000)
  page.on('pageerror', (error) => console.error(error.stack ?? error.message))
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.goto(`${origin}/scripts/pictures/page.html`)
  await page.waitForFunction(() => (window as unknown as StudioWindow).studioReady)
  return { browser, page }
}

const png = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/** Writes a WebP at the best quality whose file stays within the limit (bytes); returns its size. */
async function encode(picture: Buffer, width: number, height: number, file: string, limit: number) {
  for (let quality = 88; ; quality -= 5) {
    const resized = sharp(picture).resize(width, height, { kernel: 'lanczos3', fit: 'cover' })
    const data = await resized.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (data.length > limit && quality > 30) continue
    await writeFile(file, data)
    return data.length
  }
}

const heroWidths = [640, 960, 1280, 1920]

async function writeSizes(file: string, widths: readonly number[]) {
  const largest = await readFile(file)
  for (const width of widths)
    await sharp(largest)
      .resize(width)
      .avif(avif)
      .toFile(sizedPicture(file, 'avif', width))
}

async function writeAllSizes(wanted: (name: string) => boolean) {
  const files = async (folder: string, small: string) =>
    (await readdir(folder)).filter((file) => file.endsWith('.webp') && !file.endsWith(small) && wanted(file))
  for (const file of await files(join(out, 'products'), '-400.webp'))
    await writeSizes(join(out, 'products', file), pictureSides.avif)
  for (const file of (await files(out, '-960.webp')).filter((name) => name.startsWith('hero')))
    await writeSizes(join(out, file), heroWidths)
}

async function shootProduct(page: Page, slug: string, size: number, view: string) {
  const shoot = ([s, n, v]: readonly [string, number, string]) =>
    (window as unknown as StudioWindow).studio.shoot(s, n, v)
  return png(await page.evaluate(shoot, [slug, size, view] as const))
}

async function shootHero(page: Page, name: string, width: number, height: number) {
  const shoot = ([s, w, h]: readonly [string, number, number]) =>
    (window as unknown as StudioWindow).studio.hero(s, w, h)
  return png(await page.evaluate(shoot, [name, width, height] as const))
}

/** The first picture of a product is the largest file: lists and the top of its page show it. */
async function saveProduct(shot: Buffer, slug: string, view: string) {
  const name = view === 'front' ? slug : `${slug}-${view}`
  const [most, mostSmall] = view === 'front' ? [60, 25] : [34, 12]
  const large = await encode(shot, 800, 800, join(out, 'products', `${name}.webp`), most * 1024)
  const small = await encode(shot, 400, 400, join(out, 'products', `${name}-400.webp`), mostSmall * 1024)
  await writeSizes(join(out, 'products', `${name}.webp`), pictureSides.avif)
  return `${large} / ${small} bytes`
}

async function saveHero(shot: Buffer, name: string) {
  if (name === 'og') return `${await encode(shot, 1200, 630, join(out, 'og.webp'), 110 * 1024)} bytes`
  const large = await encode(shot, 1920, 1080, join(out, `${name}.webp`), 160 * 1024)
  const small = await encode(shot, 960, 540, join(out, `${name}-960.webp`), 60 * 1024)
  await writeSizes(join(out, `${name}.webp`), heroWidths)
  return `${large} / ${small} bytes`
}

async function contactSheet(shots: Buffer[], file: string, width: number, height: number) {
  const columns = Math.min(3, shots.length)
  const rows = Math.ceil(shots.length / columns)
  const tiles = await Promise.all(shots.map((shot) => sharp(shot).resize(width, height).toBuffer()))
  await sharp({ create: { width: columns * width, height: rows * height, channels: 3, background: '#000' } })
    .composite(tiles.map((input, i) => ({ input, left: (i % columns) * width, top: Math.floor(i / columns) * height })))
    .png()
    .toFile(file)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sheet: { type: 'string' },
    sizes: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    size: { type: 'string', default: '1600' },
    views: { type: 'string', default: 'front,side,detail' },
  },
})
const wanted = (name: string) => positionals.length === 0 || positionals.some((part) => name.includes(part))
if (values.sizes) await writeAllSizes(wanted)
else {
  installThree()
  await (values.check ? drawOne() : renderAll())
}

/** Only the workshop needs three, so it stands in a package of its own. */
function installThree() {
  const folder = join(import.meta.dirname, 'three')
  if (existsSync(join(folder, 'node_modules/three'))) return
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Error('npm ci failed in scripts/pictures')
}

/** Throws if a product's picture can't be drawn, or is empty. */
async function drawOne() {
  const { server, origin } = await serve()
  const { browser, page } = await openStudio(origin)
  try {
    const { channels } = await sharp(await shootProduct(page, plainest, 96, 'front')).stats()
    if (!channels.some(({ stdev }) => stdev > 5)) throw new Error(`the picture of ${plainest} is empty`)
  } finally {
    await browser.close()
    server.close()
  }
}

async function renderAll() {
  const size = Number(values.size)
  const views = values.views.split(',')
  await mkdir(join(out, 'products'), { recursive: true })
  if (positionals.length === 0 || positionals.includes('logos')) await writeLogos()
  const { server, origin } = await serve()
  const { browser, page } = await openStudio(origin)
  try {
    const { slugs, heroes } = await page.evaluate(() => {
      const { slugs, heroes } = (window as unknown as StudioWindow).studio
      return { slugs, heroes }
    })
    const shots: Buffer[] = []
    for (const slug of slugs.filter(wanted))
      for (const view of views) {
        const started = Date.now()
        const shot = await shootProduct(page, slug, size, view)
        shots.push(shot)
        const saved = values.sheet ? 'not saved' : await saveProduct(shot, slug, view)
        console.log(`${slug} ${view}: ${saved}, ${Date.now() - started} ms`)
      }
    if (values.sheet && shots.length) await contactSheet(shots, values.sheet, 560, 560)
    for (const name of heroes.filter(wanted)) {
      const [width, height] = name === 'og' ? [1200, 630] : [1920, 1080]
      const k = values.sheet ? 0.6 : 1
      const shot = await shootHero(page, name, width * k, height * k)
      if (values.sheet) await contactSheet([shot], values.sheet.replace('.png', `-${name}.png`), width * k, height * k)
      console.log(`${name}: ${values.sheet ? 'not saved' : await saveHero(shot, name)}`)
    }
  } finally {
    await browser.close()
    server.close()
  }
}
