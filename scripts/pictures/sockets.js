// Small hardware seen on many products: ports, screws, vents, circuit board.

import * as THREE from 'three'
import { at, box, card, disc, group, times } from './forms.js'
import { black, dice, drawn, gold, metal, plastic } from './materials.js'

/** Display or network port facing +z: frame of metal, dark opening, inner tongue. kind: hdmi | dp | usb | usbc | rj45 | jack. */
export function port(kind, k = 1, accent) {
  const sizes = {
    hdmi: [0.3, 0.11],
    dp: [0.32, 0.11],
    usb: [0.27, 0.12],
    usbc: [0.19, 0.07],
    rj45: [0.26, 0.22],
    jack: [0.1, 0.1],
  }
  const [w, h] = sizes[kind]
  const r = kind === 'usbc' ? h / 2 : 0.02
  if (kind === 'jack')
    return group(turned(disc(0.06 * k, 0.05 * k, metal('#777c86'))), turned(disc(0.035 * k, 0.056 * k, black())))
  return group(
    box(w * k, h * k, 0.05 * k, metal('#8b909a', 0.35), r * k),
    at(box((w - 0.03) * k, (h - 0.03) * k, 0.05 * k, black(), r * k * 0.7), 0, 0, 0.003 * k),
    kind === 'rj45'
      ? times(6, (i) =>
          at(box(0.012 * k, 0.04 * k, 0.03 * k, gold(), 0.002), (i - 2.5) * 0.028 * k, 0.07 * k, 0.018 * k),
        )
      : at(
          box((w - 0.08) * k, h * 0.24 * k, 0.05 * k, accent ? plastic(accent) : plastic('#26272d'), 0.005),
          0,
          0,
          0.006 * k,
        ),
  )
}

/** Turns the geometry itself, so that an upright part faces +z and can still be placed. */
export function turned(mesh) {
  mesh.geometry.rotateX(Math.PI / 2)
  return mesh
}

/** Round screw head with a cross slot, facing +z. */
export function screw(r = 0.035, color = '#8d929c') {
  return group(
    turned(disc(r, r * 0.6, metal(color, 0.32), r * 0.3)),
    at(box(r * 1.1, r * 0.22, r * 0.2, black(), 0.001), 0, 0, r * 0.26),
    at(box(r * 0.22, r * 1.1, r * 0.2, black(), 0.001), 0, 0, r * 0.26),
  )
}

/** Row of slots cut into a surface, facing +z. */
export function vent(w, h, n, { slant = 0, material = black(), gap = 0.5, across = false } = {}) {
  const step = (across ? h : w) / n
  return group(
    times(n, (i) => {
      const offset = (i - (n - 1) / 2) * step
      const slot = across ? box(w, step * gap, 0.01, material, 0.004) : box(step * gap, h, 0.01, material, 0.004)
      return at(slot, across ? 0 : offset, across ? offset : 0, 0, 0, 0, slant)
    }),
  )
}

/** Circuit-board picture: traces, pads and vias on a coloured ground. */
export function boardTexture(ground = '#0d1a16', line = '#1c3a30', seed = 3, size = 1024) {
  return drawn(size, size, (c) => {
    const random = dice(seed)
    c.fillStyle = ground
    c.fillRect(0, 0, size, size)
    c.strokeStyle = line
    c.fillStyle = line
    for (let i = 0; i < 170; i++) {
      let [x, y] = [Math.round(random() * 64) * (size / 64), Math.round(random() * 64) * (size / 64)]
      let direction = Math.floor(random() * 4) * 2
      c.lineWidth = size / (random() > 0.8 ? 220 : 420)
      c.beginPath()
      c.moveTo(x, y)
      for (let leg = 0; leg < 3; leg++) {
        const length = (20 + random() * 110) * (size / 1024)
        x += Math.cos((direction * Math.PI) / 4) * length
        y += Math.sin((direction * Math.PI) / 4) * length
        direction += random() > 0.5 ? 1 : -1
        c.lineTo(x, y)
      }
      c.stroke()
      c.beginPath()
      c.arc(x, y, size / 260, 0, 7)
      c.fill()
    }
  })
}

/** Circuit board as a box with a printed top (+y); a large one has a dull coat, or a lamp is mirrored in it. */
export function board(w, d, h = 0.04, ground = '#0d1a16', line = '#1f4236', seed = 3, coat = 0.4) {
  const map = boardTexture(ground, line, seed)
  const top = new THREE.MeshPhysicalMaterial({ map, roughness: coat ? 0.45 : 0.65, clearcoat: coat })
  return group(
    box(w, h, d, plastic(ground, 0.5), 0.008),
    at(card(w - 0.01, d - 0.01, top), 0, h / 2 + 0.002, 0, -Math.PI / 2),
  )
}

/** Gold contact fingers in a row along x, facing +z. */
export function fingers(n, w, h) {
  const material = gold()
  return group(times(n, (i) => at(box((w / n) * 0.66, h, 0.012, material, 0.003), ((i - (n - 1) / 2) * w) / n, 0, 0)))
}

/** Black chip package with a printed line, lying on y = 0. */
export function chip(w, d, h = 0.05, color = '#101114') {
  return at(box(w, h, d, plastic(color, 0.5), 0.01), 0, h / 2, 0)
}
