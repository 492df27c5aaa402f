// Processors sold with a cooler or in a box.

import * as THREE from 'three'
import { rotor } from '../fans.js'
import { at, box, card, disc, group, plate, rect, times } from '../forms.js'
import { paintMark, paintWord, write } from '../labels.js'
import { black, copper, drawn, glass, metal, neon, plastic } from '../materials.js'
import { engraving, nickel, octopus, spreader, substrate, top } from './chip-parts.js'

/** Chip beside its round boxed cooler. */
export function withCooler() {
  const fin = metal('#aeb3bf', 0.3)
  const cooler = group(
    at(disc(0.5, 0.5, copper()), 0, 0.3, 0),
    times(56, (i) => {
      const a = (i / 56) * Math.PI * 2
      return at(box(0.6, 0.5, 0.02, fin, 0.004), Math.cos(a) * 0.75, 0.32, Math.sin(a) * 0.75, 0, -a + 0.25)
    }),
    at(
      group(at(rotor({ radius: 0.92, blades: 7, color: '#23242b', hub: 0.34, brand: 'Silex', depth: 0.24 }), 0, 0, 0)),
      0,
      0.78,
      0,
      -Math.PI / 2,
    ),
    ringFrame(),
    times(4, (i) => {
      const a = (i / 4) * Math.PI * 2 + Math.PI / 4
      return group(
        at(box(0.34, 0.1, 0.16, plastic('#1c1d22'), 0.03), Math.cos(a) * 1.18, 0.62, Math.sin(a) * 1.18, 0, -a),
        at(disc(0.07, 0.7, metal('#c5c9d3')), Math.cos(a) * 1.28, 0.4, Math.sin(a) * 1.28),
      )
    }),
  )
  return group(at(cooler, -0.55, 0.02, -0.5), at(chipOnStand(), 1.15, 0, 0.85, 0, -0.25))
}

function ringFrame() {
  const shape = new THREE.Shape().absarc(0, 0, 1.08, 0, Math.PI * 2)
  shape.holes.push(new THREE.Path().absarc(0, 0, 0.97, 0, Math.PI * 2, true))
  return group(
    at(plate(shape, 0.36, plastic('#1b1c22', 0.4), 0.03), 0, 0.76, 0, Math.PI / 2),
    at(plate(shape, 0.02, neon('#7c5cff', 1.6), 0), 0, 0.95, 0, Math.PI / 2),
  )
}

function chipOnStand() {
  const small = group(
    substrate(2, 2),
    spreader(rect(1.6, 1.6, 0.1), 0.14, nickel()),
    top(engraving(1.4, 1.35, 'S3 9300', '4 NÚCLEOS · 4,7 GHz'), 0.224),
  )
  small.scale.setScalar(0.62)
  return group(at(small, 0, 0.6, 0, 1.0))
}

/** Collector's box with a window that shows the chip. */
export function boxed() {
  const art = drawn(800, 1000, (c, w, h) => {
    const g = c.createLinearGradient(0, 0, w, h)
    for (const [k, color] of [
      [0, '#1a1040'],
      [0.5, '#4a2bd0'],
      [1, '#0d6f8f'],
    ])
      g.addColorStop(k, color)
    c.fillStyle = g
    c.fillRect(0, 0, w, h)
    for (let i = 0; i < 18; i++) {
      c.strokeStyle = `rgba(160,220,255,${0.05 + i * 0.012})`
      c.lineWidth = 5
      c.strokeRect(w * 0.5 - 40 - i * 26, h * 0.42 - 40 - i * 26, 80 + i * 52, 80 + i * 52)
    }
    paintMark(c, 'Silex', 60, 60, 90, '#fff')
    paintWord(c, 'Silex', 180, 82, 48, '#fff')
    write(c, 'S7', 60, 800, 210, '#fff', { weight: 800 })
    write(c, '9800X', 330, 780, 96, '#fff', { weight: 700 })
    write(c, 'EDICIÓN CACHÉ 3D', 334, 866, 40, '#9ff0ff', { weight: 600 })
  })
  const face = new THREE.MeshPhysicalMaterial({ map: art, roughness: 0.35, clearcoat: 0.6 })
  const chip = octopus('S7 9800X', '104 MB CACHÉ')
  chip.scale.setScalar(0.5)
  const loose = octopus('S7 9800X', '104 MB CACHÉ')
  loose.scale.setScalar(0.62)
  return group(
    at(box(2.2, 2.75, 1.1, plastic('#1b1440', 0.4), 0.03), -0.35, 1.375, -0.4),
    at(card(2.16, 2.7, face), -0.35, 1.375, 0.152),
    at(box(1.26, 1.26, 0.04, black(), 0.02), -0.35, 1.6, 0.15),
    at(box(1.3, 0.02, 0.05, neon('#22d3ee', 2), 0.004), -0.35, 0.96, 0.16),
    at(chip, -0.35, 1.6, 0.17, Math.PI / 2),
    at(box(1.26, 1.26, 0.02, glass('#bcd4ff', 0.12), 0.01), -0.35, 1.6, 0.32),
    at(group(at(loose, 0, 0, 0, 0.85)), 1.3, 0.5, 0.9, 0, -0.2),
  )
}
