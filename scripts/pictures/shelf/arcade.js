// Arcade stick.

import * as THREE from 'three'
import { at, box, disc, group, ring } from '../forms.js'
import { brandPrint, print } from '../labels.js'
import { gloss, metal, neon, painted, plastic, rubber } from '../materials.js'

export function arcade() {
  const top = gloss('#15161d')
  const button = (x, z, c, r = 0.19) =>
    group(
      at(disc(r, 0.1, gloss('#f2f3f8'), 0.03), x, 0.62, z),
      at(ring(r * 0.93, 0.022, neon(c, 2.2)), x, 0.665, z),
      at(
        disc(r * 0.78, 0.13, plastic(c, 0.25, { clearcoat: 1, emissive: c, emissiveIntensity: 0.15 }), 0.05),
        x,
        0.66,
        z,
      ),
    )
  const art = print(3.4, 1.9, (c, w, h) => {
    for (let i = 0; i < 14; i++) {
      c.fillStyle = `hsla(${262 + i * 5}, 85%, 55%, ${0.06 + i * 0.012})`
      c.beginPath()
      c.moveTo(w * (0.1 + i * 0.05), h)
      c.lineTo(w * (0.45 + i * 0.05), 0)
      c.lineTo(w * (0.48 + i * 0.05), 0)
      c.lineTo(w * (0.15 + i * 0.05), h)
      c.fill()
    }
  })
  return group(
    at(box(3.6, 0.56, 2.1, painted('#1f2027', 0.4), 0.09), 0, 0.31, 0),
    at(box(3.46, 0.03, 1.96, top, 0.01), 0, 0.59, 0),
    at(art, 0, 0.608, 0, -Math.PI / 2),
    at(disc(0.3, 0.03, gloss('#08090c')), -1.05, 0.61, 0.1),
    at(disc(0.055, 0.6, metal('#d5d9e2', 0.15)), -1.05, 0.9, 0.1),
    at(
      new THREE.Mesh(new THREE.SphereGeometry(0.25, 48, 32), plastic('#e0245e', 0.16, { clearcoat: 1 })),
      -1.05,
      1.32,
      0.1,
    ),
    [
      [-0.12, 0.1],
      [0.3, -0.14],
      [0.76, -0.2],
      [1.22, -0.16],
    ].map(([x, z]) => button(x, z, '#7c5cff')),
    [
      [-0.18, 0.56],
      [0.24, 0.32],
      [0.7, 0.26],
      [1.16, 0.3],
    ].map(([x, z]) => button(x, z, '#22d3ee')),
    [-1.5, -1.28, -1.06].map((x) => at(disc(0.07, 0.05, plastic('#3a3c48')), x, 0.61, -0.78)),
    at(brandPrint('Drakon', 0.85, { color: '#ffffff' }), 1.1, 0.612, -0.76, -Math.PI / 2),
    at(box(3.3, 0.022, 0.02, neon('#e23bd0', 2.4), 0.006), 0, 0.2, 1.052),
    [-1, 1].map((s) => [-1, 1].map((z) => at(disc(0.12, 0.06, rubber()), s * 1.6, 0.03, z * 0.85))),
  )
}
