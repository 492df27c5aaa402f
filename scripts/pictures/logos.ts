// Writes the drawn SVG files: GamerTech's mark, word, favicon and avatar, and the six invented brands.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { layWord, marks } from './marks.js'

const out = join(import.meta.dirname, '..', '..', 'frontend', 'public', 'img')

const GRADIENT =
  '<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#9b85ff"/><stop offset=".55" stop-color="#7c5cff"/><stop offset="1" stop-color="#22d3ee"/></linearGradient></defs>'

function mark(brand: keyof typeof marks, color: string) {
  return marks[brand]
    .map(([path, kind]) =>
      kind === 'fill'
        ? `<path fill="${color}" fill-rule="evenodd" d="${path}"/>`
        : `<path fill="none" stroke="${color}" stroke-width="1.9" d="${path}"/>`,
    )
    .join('')
}

function word(text: string, color: string, weight = 2.1) {
  const { placed, width } = layWord(text)
  const strokes = placed.map(({ d, x }) => `<path transform="translate(${x} 0)" d="${d}"/>`).join('')
  return {
    width,
    svg: `<g fill="none" stroke="${color}" stroke-width="${weight}" stroke-linejoin="round">${strokes}</g>`,
  }
}

const svg = (box: string, title: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img"><title>${title}</title>${body}</svg>\n`

function lockup(brand: keyof typeof marks, markColor: string, wordColor: string, defs = '') {
  const letters = word(brand, wordColor)
  const body = `${defs}${mark(brand, markColor)}<g transform="translate(32 5)">${letters.svg}</g>`
  return svg(`0 0 ${32 + letters.width + 2} 24`, brand, body)
}

const avatar = `${GRADIENT}<circle cx="48" cy="48" r="48" fill="#171922"/><circle cx="48" cy="48" r="46.5" fill="none" stroke="url(#g)" stroke-width="3"/><circle cx="48" cy="38" r="16" fill="#8b90a6"/><path fill="#8b90a6" d="M16 84c3-18 16-26 32-26s29 8 32 26a47 47 0 0 1-64 0z"/><path fill="none" stroke="url(#g)" stroke-width="4" stroke-linecap="round" d="M29 40a19 19 0 0 1 38 0"/><rect x="25" y="36" width="8" height="14" rx="4" fill="#7c5cff"/><rect x="63" y="36" width="8" height="14" rx="4" fill="#22d3ee"/>`

const favicon = `${GRADIENT}<rect width="32" height="32" rx="7" fill="#0a0b10"/><g transform="translate(4 4)">${mark('GamerTech', 'url(#g)')}</g>`

/** An icon that fills its square, for systems that cut it to a shape of their own: the mark lies within the part that none cuts off. */
const wholeIcon = svg(
  '0 0 48 48',
  'GamerTech',
  `${GRADIENT}<rect width="48" height="48" fill="#0a0b10"/><g transform="translate(12 12)">${mark('GamerTech', 'url(#g)')}</g>`,
)

/** Icons of the installed shop, as pictures: not every system draws SVG. Size in pixels. */
async function writeIcons(): Promise<void> {
  const icons: [name: string, drawing: string, size: number][] = [
    ['icon-192', svg('0 0 32 32', 'GamerTech', favicon), 192],
    ['icon-512', svg('0 0 32 32', 'GamerTech', favicon), 512],
    ['icon-whole-192', wholeIcon, 192],
    ['icon-whole-512', wholeIcon, 512],
  ]
  await mkdir(join(out, 'icons'), { recursive: true })
  for (const [name, drawing, size] of icons) {
    const picture = sharp(Buffer.from(drawing), { density: 72 * (size / 32) }).resize(size, size)
    await picture.png({ compressionLevel: 9 }).toFile(join(out, `icons/${name}.png`))
  }
}

export async function writeLogos() {
  await mkdir(join(out, 'brands'), { recursive: true })
  const files: Record<string, string> = {
    'logo.svg': lockup('GamerTech', 'url(#g)', '#f3f4fa', GRADIENT),
    'logo-mark.svg': svg('0 0 24 24', 'GamerTech', GRADIENT + mark('GamerTech', 'url(#g)')),
    'favicon.svg': svg('0 0 32 32', 'GamerTech', favicon),
    'avatar-default.svg': svg('0 0 96 96', 'Usuario', avatar),
  }
  for (const brand of Object.keys(marks) as (keyof typeof marks)[]) {
    if (brand !== 'GamerTech') files[`brands/${brand.toLowerCase()}.svg`] = lockup(brand, '#d7dae6', '#d7dae6')
  }
  await Promise.all(Object.entries(files).map(([name, body]) => writeFile(join(out, name), body)))
  await writeIcons()
}
