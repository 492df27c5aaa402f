// Seats that stand on the floor: the rocker and the racing cockpit.

import * as THREE from 'three'
import { at, box, disc, group, ring, soft, times, tube } from '../forms.js'
import { brandPrint, markPrint } from '../labels.js'
import { brushed, fabric, leather, metal, neon, painted, plastic } from '../materials.js'
import { turned } from '../sockets.js'
import { racingBack, seat } from './seat-parts.js'

/** Padded rolls along a curve from the knees to the head, on two rocking rails. */
export function rocker() {
  const cloth = fabric('#2a3a6e', 16)
  const dark = fabric('#20242f', 16)
  const curve = new THREE.CatmullRomCurve3(
    [
      [0.42, 0.95],
      [0.34, 0.5],
      [0.36, 0.05],
      [0.55, -0.35],
      [0.95, -0.62],
      [1.4, -0.78],
      [1.85, -0.92],
    ].map(([y, z]) => new THREE.Vector3(0, y, z)),
  )
  const n = 9
  const rail = (s) =>
    tube(
      [
        [s * 0.66, 0.36, 1.05],
        [s * 0.66, 0.1, 0.62],
        [s * 0.66, 0.05, 0.05],
        [s * 0.66, 0.12, -0.5],
        [s * 0.66, 0.4, -1.0],
      ],
      0.055,
      painted('#565b6a', 0.3),
    )
  const side = (s) =>
    tube(
      times(20, (i) => {
        const p = curve.getPointAt(i / 19)
        return [s * 0.64, p.y + 0.06, p.z + 0.05]
      }),
      0.12,
      dark,
    )
  return group(
    times(n, (i) => {
      const p = curve.getPointAt((i + 0.5) / n)
      const t = curve.getTangentAt((i + 0.5) / n)
      return at(
        soft(1.2, 0.26, 0.31, i === n - 1 || i === 4 ? dark : cloth, 0.125, () => {}),
        0,
        p.y,
        p.z,
        Math.atan2(-t.y, t.z),
      )
    }),
    [-1, 1].map(rail),
    [-1, 1].map(side),
    at(
      soft(0.8, 0.34, 0.2, dark, 0.095, () => {}),
      0,
      1.78,
      -0.72,
      -0.3,
    ),
    at(brandPrint('Drakon', 0.5, { color: '#cfe0ff' }), 0, 1.81, -0.615, -0.3),
    at(
      soft(0.06, 0.34, 0.5, dark, 0.025, () => {}),
      0.78,
      0.36,
      0.3,
    ),
  )
}

export function cockpit() {
  const steel = painted('#33353f', 0.32)
  const bar = (...points) => tube(points, 0.05, steel, false, 60)
  const dark = leather('#1d1e24')
  const red = leather('#a31f3a')
  const wheel = group(
    turned(ring(0.34, 0.05, leather('#17181c'))),
    times(3, (i) =>
      at(
        group(at(box(0.3, 0.06, 0.04, brushed('#9ba0ab'), 0.01), 0.17, 0, 0)),
        0,
        0,
        0,
        0,
        0,
        [0, Math.PI, -Math.PI / 2][i],
      ),
    ),
    turned(disc(0.12, 0.08, plastic('#15161a'))),
    at(markPrint('Drakon', 0.14, { glow: 1.5 }), 0, 0, 0.045),
    at(box(0.04, 0.05, 0.02, neon('#e23bd0', 3), 0.006), 0, 0.335, 0.05),
  )
  return group(
    [-1, 1].map((s) => bar([s * 0.46, 0.08, -1.1], [s * 0.46, 0.08, 0], [s * 0.46, 0.08, 1.9])),
    [-1.0, 0.5, 1.85].map((z) => bar([-0.5, 0.08, z], [0, 0.08, z], [0.5, 0.08, z])),
    [-1, 1].map((s) => bar([s * 0.46, 0.1, 1.0], [s * 0.42, 0.6, 0.85], [s * 0.36, 1.12, 0.72])),
    bar([-0.36, 1.12, 0.72], [0, 1.12, 0.72], [0.36, 1.12, 0.72]),
    at(box(0.5, 0.06, 0.36, steel, 0.02), 0, 1.16, 0.76),
    at(
      group(at(box(0.36, 0.3, 0.36, plastic('#17181d'), 0.05), 0, 0, 0.2), at(wheel, 0, 0.05, -0.12, 0.3, Math.PI)),
      0,
      1.34,
      0.62,
    ),
    at(group(racingBack(dark, red, '#ffb3c2', 1.2)), 0, 0.42, -0.62, -0.3),
    at(group(seat(dark, red, '#ffb3c2')), 0, -0.72, 0.0, -0.1),
    at(box(0.9, 0.1, 0.9, steel, 0.03), 0, 0.2, 0),
    at(box(0.86, 0.05, 0.5, painted('#26272e'), 0.015), 0, 0.3, 1.66, -0.5),
    [-0.24, 0, 0.24].map((x) => at(box(0.14, 0.34, 0.03, brushed('#b9bec9', 0.3), 0.01), x, 0.52, 1.66, 0.45)),
    bar([0.5, 0.1, 0.4], [0.62, 0.5, 0.4], [0.62, 0.78, 0.4]),
    at(
      group(
        disc(0.03, 0.34, metal('#c5c9d2')),
        at(new THREE.Mesh(new THREE.SphereGeometry(0.07, 24, 16), plastic('#111216', 0.2)), 0, 0.2, 0),
      ),
      0.62,
      0.94,
      0.4,
      -0.1,
    ),
  )
}
