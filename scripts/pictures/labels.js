// Printed matter: brand labels, stickers and display contents as canvas textures on thin cards.
import * as THREE from 'three'
import { card } from './forms.js'
import { layWord, marks } from './marks.js'
import { drawn } from './materials.js'

/** Draws a brand's mark with its upper left corner at x, y. */
export function paintMark(c, brand, x, y, size, color) {
  c.save()
  c.translate(x, y)
  c.scale(size / 24, size / 24)
  c.fillStyle = color
  c.strokeStyle = color
  c.lineWidth = 1.9
  for (const [path, kind] of marks[brand]) {
    if (kind === 'fill') c.fill(new Path2D(path), 'evenodd')
    else c.stroke(new Path2D(path))
  }
  c.restore()
}

/** Draws a brand's word; height in canvas pixels. Returns the width used. */
export function paintWord(c, word, x, y, height, color) {
  const k = height / 14
  const { placed, width } = layWord(word)
  c.save()
  c.translate(x, y)
  c.scale(k, k)
  c.strokeStyle = color
  c.lineWidth = 2
  for (const { d, x: dx } of placed) {
    c.save()
    c.translate(dx, 0)
    c.stroke(new Path2D(d))
    c.restore()
  }
  c.restore()
  return width * k
}

export function write(c, text, x, y, size, color = '#fff', { weight = 700, font = 'Oxanium', align = 'left' } = {}) {
  c.font = `${weight} ${size}px ${font}`
  c.textAlign = align
  c.textBaseline = 'middle'
  c.fillStyle = color
  c.fillText(text, x, y)
}

/** Card with a transparent ground on which paint(c, w, h) draws; ppu is canvas pixels per unit. */
export function print(w, h, paint, { ppu = 400, glow = 0, roughness = 0.5 } = {}) {
  const map = drawn(Math.round(w * ppu), Math.round(h * ppu), paint)
  const material = glow
    ? new THREE.MeshBasicMaterial({ map, transparent: true, color: new THREE.Color(glow, glow, glow) })
    : new THREE.MeshPhysicalMaterial({ map, transparent: true, roughness })
  material.polygonOffset = true
  material.polygonOffsetFactor = -2
  material.depthWrite = false
  return card(w, h, material)
}

/** Brand mark and word side by side, as a print of the given width. */
export function brandPrint(brand, w, { color = '#e8eaf2', glow = 0, mark = true } = {}) {
  const { width } = layWord(brand)
  const units = (mark ? 24 + 7 : 0) + width + 3
  const h = (w * 26) / units
  return print(
    w,
    h,
    (c, cw) => {
      const k = cw / units
      if (mark) paintMark(c, brand, k, k, 24 * k, color)
      paintWord(c, brand, ((mark ? 32 : 0) + 1) * k, 6 * k, 14 * k, color)
    },
    { ppu: Math.max(300, 700 / w), glow },
  )
}

/** The mark alone. */
export function markPrint(brand, size, { color = '#e8eaf2', glow = 0 } = {}) {
  return print(size, size, (c, w) => paintMark(c, brand, w * 0.04, w * 0.04, w * 0.92, color), {
    ppu: 256 / size,
    glow,
  })
}

/** One line of text. */
export function textPrint(
  text,
  w,
  h,
  { color = '#e8eaf2', glow = 0, weight = 700, size = 0.7, align = 'center', font } = {},
) {
  return print(
    w,
    h,
    (c, cw, ch) => write(c, text, align === 'center' ? cw / 2 : 0, ch / 2, ch * size, color, { weight, align, font }),
    { ppu: 500 / w, glow },
  )
}
