// Memory: kits with heat spreaders and light, bare modules and short ones for notebooks. A unit is ten centimetres.

import * as THREE from 'three'
import { at, box, group, outline, plate, times } from '../forms.js'
import { brandPrint, paintMark, paintWord, print, write } from '../labels.js'
import { drawn, neon, painted, plastic } from '../materials.js'
import { boardTexture, fingers } from '../sockets.js'

/** Board that stands in the xy plane with contacts below; y = 0 is its lower edge. */
function stick(length, height, ground, line) {
  const face = new THREE.MeshPhysicalMaterial({ map: boardTexture(ground, line, 6), roughness: 0.55 })
  const side = new THREE.PlaneGeometry(length - 0.01, height - 0.01)
  return group(
    at(box(length, height, 0.03, plastic(ground, 0.5), 0.006), 0, height / 2, 0),
    [1, -1].map((s) => at(new THREE.Mesh(side, face), 0, height / 2, s * 0.0165, 0, s > 0 ? 0 : Math.PI)),
    [1, -1].map((s) =>
      group(
        at(fingers(Math.round(length * 26), length * 0.5, 0.05), -length * 0.22, 0.028, s * 0.014),
        at(fingers(Math.round(length * 18), length * 0.36, 0.05), length * 0.27, 0.028, s * 0.014),
      ),
    ),
    at(box(0.02, 0.06, 0.04, plastic('#050506'), 0.004), length * 0.06, 0.02, 0),
  )
}

const crowns = {
  waves: (l, h) => [
    [-l / 2, 0.08],
    [l / 2, 0.08],
    [l / 2, h * 0.8],
    [l * 0.36, h],
    [l * 0.12, h],
    [l * 0.06, h * 0.9],
    [-l * 0.3, h * 0.9],
    [-l * 0.36, h],
    [-l / 2 + 0.05, h],
    [-l / 2, h * 0.86],
  ],
  straight: (l, h) => [
    [-l / 2, 0.08],
    [l / 2, 0.08],
    [l / 2, h - 0.04],
    [l / 2 - 0.04, h],
    [-l / 2 + 0.04, h],
    [-l / 2, h - 0.04],
  ],
}

const hues = (colors) =>
  new THREE.MeshBasicMaterial({
    map: drawn(512, 32, (c) => {
      const g = c.createLinearGradient(0, 0, 512, 0)
      for (const [i, color] of colors.entries()) g.addColorStop(i / (colors.length - 1), color)
      c.fillStyle = g
      c.fillRect(0, 0, 512, 32)
    }),
    color: new THREE.Color(1.7, 1.7, 1.7),
  })

/** Module with spreaders on both sides and, if it has colours of light, a diffuser on top. */
function dressed({ brand, shape, height, color, accent, light, text }) {
  const l = 1.33
  const metalOf = painted(color, 0.32)
  const ribs = shape === 'waves' ? 0 : 9
  const half = () =>
    group(
      plate(outline(crowns[shape](l, height), 0.02), 0.035, metalOf, 0.01),
      at(box(l * 0.8, 0.014, 0.012, neon(accent, light ? 1.6 : 1.1), 0.003), -l * 0.06, height * 0.24, 0.02),
      times(ribs, (i) =>
        at(box(0.012, height * 0.3, 0.012, plastic('#08090c'), 0.003), l * 0.24 + i * 0.03, height * 0.6, 0.018),
      ),
      at(brandPrint(brand, 0.5, { color: color > '#c' ? '#2a2d36' : '#eef0f6' }), -l * 0.2, height * 0.58, 0.021),
      at(
        print(0.34, 0.1, (c, _, h) =>
          write(c, text, 0, h / 2, h * 0.62, color > '#c' ? '#3d4250' : '#c3c8d6', { weight: 600 }),
        ),
        l * 0.28,
        height * 0.34,
        0.021,
      ),
    )
  return group(
    stick(l, 0.31, '#111419', '#232a33'),
    at(half(), 0, 0, 0.035),
    at(half(), 0, 0, -0.035, 0, Math.PI),
    light && at(box(l * 0.98, 0.09, 0.075, hues(light), 0.03), 0, height + 0.02, 0),
  )
}

/** Module whose chips are seen, with its sticker. */
function bare({ length = 1.33, height = 0.31, ground = '#0d2b22', line = '#1d5a45', chips = 8, sticker, isDouble }) {
  const step = (length - 0.18) / chips
  const chipsOn = (s) =>
    times(chips, (i) =>
      at(
        box(step * 0.74, height * 0.46, 0.024, plastic('#17181c', 0.4), 0.006),
        (i - (chips - 1) / 2) * step,
        height * 0.56,
        s * 0.027,
      ),
    )
  return group(
    stick(length, height, ground, line),
    chipsOn(1),
    isDouble && chipsOn(-1),
    times(chips * 2, (i) =>
      at(
        box(0.02, 0.03, 0.016, plastic(i % 3 ? '#a8875c' : '#3c3f48'), 0.003),
        (i - chips + 0.5) * (step / 2),
        height * 0.22,
        0.022,
      ),
    ),
    at(
      print(length * 0.5, height * 0.5, (c, w, h) => {
        c.fillStyle = '#a3a9b6'
        c.fillRect(0, 0, w, h)
        paintMark(c, 'Silex', w * 0.04, h * 0.12, h * 0.36, '#4a2bd0')
        paintWord(c, 'Silex', w * 0.2, h * 0.18, h * 0.24, '#1b1440')
        write(c, sticker, w * 0.04, h * 0.74, h * 0.24, '#1b1440', { weight: 700 })
        for (let i = 0; i < 26; i++) if ((i * 7) % 5) c.fillRect(w * (0.66 + i * 0.011), h * 0.14, w * 0.006, h * 0.34)
      }),
      -length * 0.06,
      height * 0.56,
      0.0405,
    ),
  )
}

/** Two modules: one in front, one behind it and turned a little. */
const pair = (make) => group(at(make(), -0.1, 0, 0.2, -0.06, 0.05), at(make(), 0.12, 0, -0.16, -0.06, -0.16))
const four = (make) => group(times(4, (i) => at(make(), (i - 1.5) * 0.07, 0, 0.42 - i * 0.27, -0.05, 0.04 - i * 0.05)))

/** Short modules: one stands, one lies before it. */
const shortPair = (make) =>
  group(at(make(), -0.08, 0, -0.16, -0.22, 0.14), at(make(), 0.1, 0.04, 0.62, -Math.PI / 2 + 0.06, 0, 0.18))

const aurora = ['#7c5cff', '#3b82f6', '#22d3ee']
const view = { yaw: -26, pitch: 16, fill: 0.84 }

export const memorySticks = {
  'memoria-ardenix-prisma-32gb-6000': {
    ...view,
    build: () =>
      pair(() =>
        dressed({
          brand: 'Ardenix',
          shape: 'waves',
          height: 0.4,
          color: '#2b2d36',
          accent: '#7c5cff',
          light: aurora,
          text: 'DDR5-6000',
        }),
      ),
  },
  'memoria-ardenix-prisma-64gb-6400': {
    ...view,
    yaw: 28,
    key: 0.4,
    env: 0.75,
    bloom: 0.2,
    glow: ['#22d3ee', '#e23bd0'],
    build: () =>
      pair(() =>
        dressed({
          brand: 'Ardenix',
          shape: 'waves',
          height: 0.42,
          color: '#e2e5ec',
          accent: '#22d3ee',
          light: ['#e23bd0', '#7c5cff', '#22d3ee'],
          text: 'DDR5-6400',
        }),
      ),
  },
  'memoria-ardenix-nucleo-16gb-5600': {
    ...view,
    yaw: 24,
    glow: ['#3b82f6', '#22d3ee'],
    build: () =>
      pair(() =>
        dressed({
          brand: 'Ardenix',
          shape: 'straight',
          height: 0.34,
          color: '#31343e',
          accent: '#3b82f6',
          text: 'DDR5-5600',
        }),
      ),
  },
  'memoria-ardenix-nucleo-32gb-6400': {
    ...view,
    glow: ['#ff3b5c', '#7c5cff'],
    build: () =>
      pair(() =>
        dressed({
          brand: 'Ardenix',
          shape: 'straight',
          height: 0.34,
          color: '#8d1d33',
          accent: '#ff5c77',
          text: 'DDR5-6400',
        }),
      ),
  },
  'memoria-silex-base-16gb-5600': {
    ...view,
    yaw: -32,
    pitch: 13,
    key: 0.5,
    glow: ['#7c5cff', '#3b82f6'],
    build: () => group(at(bare({ sticker: '16 GB DDR5-5600' }), 0, 0, 0, -0.12)),
  },
  'memoria-silex-base-16gb-3200': {
    ...view,
    yaw: 30,
    pitch: 13,
    key: 0.5,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => group(at(bare({ ground: '#10202e', line: '#25506e', sticker: '16 GB DDR4-3200' }), 0, 0, 0, -0.12)),
  },
  'memoria-silex-movil-32gb-5600': {
    ...view,
    pitch: 24,
    fill: 0.74,
    key: 0.45,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      shortPair(() =>
        bare({ length: 0.7, height: 0.3, ground: '#10202e', line: '#25506e', chips: 4, sticker: '32 GB SO-DIMM' }),
      ),
  },
  'memoria-silex-ecc-128gb-5600': {
    ...view,
    pitch: 20,
    key: 0.5,
    glow: ['#ff7a3c', '#7c5cff'],
    build: () => four(() => bare({ chips: 10, sticker: '32 GB ECC RDIMM', isDouble: true })),
  },
}
