// Keyboards: keycaps laid out in rows, shared by the mechanical keyboard and the notebooks.
import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { at, group } from './forms.js'
import { print, write } from './labels.js'

const TKL = [
  [
    'Esc',
    '.5',
    'F1',
    'F2',
    'F3',
    'F4',
    '.5',
    'F5',
    'F6',
    'F7',
    'F8',
    '.5',
    'F9',
    'F10',
    'F11',
    'F12',
    '.25',
    'Imp',
    'Blq',
    'Pau',
  ],
  ['|', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '?', '¿', '<2', '.25', 'Ins', 'Ini', 'RePág'],
  ['Tab1.5', 'Q', 'W', 'E', 'R', 'T', 'Y', 'U', 'I', 'O', 'P', '´', '+', '}1.5', '.25', 'Supr', 'Fin', 'AvPág'],
  ['Mayús1.75', 'A', 'S', 'D', 'F', 'G', 'H', 'J', 'K', 'L', 'Ñ', '{', 'Intro2.25'],
  ['Shift2.25', 'Z', 'X', 'C', 'V', 'B', 'N', 'M', ',', '.key', '-', 'Shift2.75', '1.25', '↑'],
  ['Ctrl1.25', '◆1.25', 'Alt1.25', '6.25', 'AltGr1.25', 'Fn1.25', '≡1.25', 'Ctrl1.25', '.25', '←', '↓', '→'],
]

const COMPACT = [
  ['Esc', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12', 'Supr', 'Ini'],
  ['|', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '?', '¿', '<2'],
  ['Tab1.5', 'Q', 'W', 'E', 'R', 'T', 'Y', 'U', 'I', 'O', 'P', '´', '+', '}1.5'],
  ['Mayús1.75', 'A', 'S', 'D', 'F', 'G', 'H', 'J', 'K', 'L', 'Ñ', 'Intro2.25', '*'],
  ['Shift2.25', 'Z', 'X', 'C', 'V', 'B', 'N', 'M', ',', '.key', '-', 'Shift1.75', '↑'],
  ['Ctrl1.25', 'Fn', '◆1.25', 'Alt1.25', '5.5', 'AltGr1.25', 'Ctrl1.25', '←', '↓', '→'],
]

/** Reads the layout into [{ text, x, row, w }], with gaps dropped; x is the key's middle. */
function lay(rows) {
  const keys = []
  rows.forEach((row, r) => {
    let x = 0
    for (const entry of row) {
      const [, text, number] = entry === '.key' ? [0, '.', ''] : /^(.*?)(\d*\.?\d+)?$/.exec(entry)
      const digit = /^\d$/.test(entry) || /^F\d+$/.test(entry)
      const w = digit || !number ? 1 : Number(number)
      const gap = entry.startsWith('.') && entry !== '.key'
      const spacer = entry === '1.25'
      if (!gap && !spacer) keys.push({ text: digit ? entry : text, x: x + w / 2, row: r, w })
      x += w
    }
  })
  return { keys, width: Math.max(...keys.map((k) => k.x + k.w / 2)), rows: rows.length }
}

function capGeometry(w, h, taper) {
  const geometry = new RoundedBoxGeometry(w, h, 0.9, 3, Math.min(0.12, h / 2.2))
  const p = geometry.attributes.position
  for (let i = 0; i < p.count; i++) {
    const k = p.getY(i) > 0 ? 1 : 0
    const inset = taper * k
    p.setX(i, p.getX(i) - Math.sign(p.getX(i)) * inset)
    p.setZ(i, p.getZ(i) * (1 - inset * 1.6) - k * taper * 0.25)
  }
  geometry.computeVertexNormals()
  return geometry
}

/** Hue across the board: violet on the left through blue to cyan, or one colour. */
export const wave = (k) => `hsl(${262 - 75 * k + 60 * Math.max(0, k - 0.75)}, 95%, 66%)`

/**
 * Field of keys centred on the origin, tops towards +y. unit is the width of one key.
 * colors: (key) => material; ink: (share) => CSS colour of the legends; glow > 0 lights them.
 */
export function keyField({
  layout = 'tkl',
  unit = 0.19,
  height = 0.5,
  taper = 0.13,
  material,
  accent,
  ink = wave,
  glow = 1.6,
}) {
  const { keys, width, rows } = lay(layout === 'tkl' ? TKL : COMPACT)
  const shapes = new Map()
  const set = new THREE.Group()
  const lift = (row) => (layout === 'tkl' && row === 0 ? -0.15 : 0)
  for (const key of keys) {
    if (!shapes.has(key.w)) shapes.set(key.w, capGeometry(key.w - 0.1, height, taper))
    const strong = ['Esc', 'Intro'].includes(key.text) || (key.w === 1 && 'WASD'.includes(key.text))
    const mesh = new THREE.Mesh(shapes.get(key.w), strong && accent ? accent : material)
    mesh.position.set(key.x - width / 2, height / 2, key.row - rows / 2 + 0.5 + lift(key.row))
    set.add(mesh)
  }
  const legends = print(width, rows + 0.4, (c, cw) => paintLegends(c, cw / width, keys, width, lift, ink), {
    ppu: 96,
    glow,
  })
  set.add(at(legends, 0, height + 0.012, -taper * 0.12, -Math.PI / 2))
  set.scale.setScalar(unit)
  return group(set)
}

function paintLegends(c, k, keys, width, lift, ink) {
  for (const { text, x, row, w } of keys) {
    if (!text) continue
    const size = text.length > 2 ? 0.19 : 0.34
    write(c, text, x * k, (row + 0.7 + lift(row) - 0.03) * k, size * k, ink(x / width, w), {
      align: 'center',
      weight: 600,
    })
  }
}
