// Seats: gas-lift chairs of four kinds, a floor rocker and a racing cockpit.

import { at, box, disc, group, soft, times, tube } from '../forms.js'
import { brandPrint, markPrint } from '../labels.js'
import { brushed, fabric, leather, metal, painted, plastic, rubber } from '../materials.js'
import { cockpit, rocker } from './floor-seats.js'
import { aero } from './mesh-chair.js'
import { armrest, chair, racingBack, seat, star } from './seat-parts.js'

function titan({
  main = '#1c1d23',
  stripe = '#4a35b8',
  pillow = '#24252d',
  thread = '#b9a8ff',
  light = '#7c5cff',
} = {}) {
  const dark = leather(main)
  const violet = leather(stripe)
  const cushion = leather(pillow)
  return chair(
    0.2,
    group(
      racingBack(dark, violet, thread),
      at(
        group(
          soft(0.56, 0.26, 0.2, cushion, 0.1, () => {}),
          at(markPrint('Drakon', 0.18, { color: thread }), 0, 0, 0.102),
        ),
        0,
        1.5,
        0.24,
      ),
      at(
        group(
          soft(0.62, 0.34, 0.2, cushion, 0.1, () => {}),
          at(brandPrint('Drakon', 0.4, { color: thread }), 0, 0, 0.102),
        ),
        0,
        0.36,
        0.26,
      ),
    ),
    star(painted('#2c2d35', 0.3), light),
    seat(dark, violet, thread),
    [-1, 1].map((s) => armrest(s, rubber('#1a1b20'), plastic('#26272e'))),
    [-1, 1].map((s) => at(disc(0.14, 0.06, plastic('#1c1d22')), s * 0.66, 1.2, -0.5, 0, 0, Math.PI / 2)),
  )
}

function strata() {
  const cloth = fabric('#6b7184', 16)
  const dark = fabric('#0f6c80', 16)
  return chair(
    0.18,
    group(
      soft(1.04, 1.5, 0.3, cloth, 0.14, (v) => {
        v.z += 0.4 * Math.max(0, Math.abs(v.x) - 0.28)
        v.x *= 1 - 0.1 * Math.max(0, v.y)
      }).translateY(0.8),
      at(
        soft(0.6, 1.1, 0.12, dark, 0.055, () => {}),
        0,
        0.72,
        0.15,
      ),
      times(3, (i) => at(box(0.6, 0.012, 0.02, plastic('#34384a', 0.8), 0.004), 0, 0.44 + i * 0.3, 0.212)),
      at(
        soft(0.66, 0.4, 0.22, dark, 0.1, (v) => {
          v.z += 0.3 * Math.max(0, Math.abs(v.x) - 0.16)
        }),
        0,
        1.66,
        0.06,
      ),
      at(markPrint('Drakon', 0.2, { color: '#22d3ee' }), 0, 1.66, 0.176),
    ),
    star(brushed('#5f6470', 0.3)),
    at(
      soft(1.2, 0.3, 1.16, cloth, 0.13, (v) => {
        v.y += 0.06 * (v.x / 0.6) ** 2 - 0.15 * Math.max(0, v.z - 0.36)
      }),
      0,
      1.12,
      0.06,
    ),
    at(
      soft(0.7, 0.08, 1.0, dark, 0.035, (v) => {
        v.y -= 0.15 * Math.max(0, v.z - 0.36)
      }),
      0,
      1.27,
      0.04,
    ),
    [-1, 1].map((s) => armrest(s, fabric('#3d4150', 10), plastic('#2b2d36'))),
  )
}

function relax() {
  const hide = leather('#2b2024')
  const red = leather('#8d1d33')
  const roll = (w, y, z, m, h = 0.36) =>
    at(
      soft(w, h, 0.26, m, 0.125, () => {}),
      0,
      y,
      z,
    )
  return chair(
    0.34,
    group(
      at(
        soft(1.16, 1.8, 0.16, hide, 0.08, () => {}),
        0,
        0.9,
        -0.06,
      ),
      [0.24, 0.6, 0.96].map((y) => roll(0.98, y, 0.08, hide)),
      roll(0.98, 1.32, 0.08, red),
      roll(0.78, 1.66, 0.1, red, 0.34),
      [-1, 1].map((s) =>
        at(
          soft(0.2, 1.2, 0.3, red, 0.09, () => {}),
          s * 0.57,
          0.66,
          0.08,
        ),
      ),
      at(brandPrint('Drakon', 0.44, { color: '#f4dce2' }), 0, 1.66, 0.234),
    ),
    star(painted('#26272e', 0.3)),
    [-0.26, 0.3].map((z, i) =>
      at(
        soft(1.1, 0.32, 0.56, i ? red : hide, 0.14, () => {}),
        0,
        1.12,
        z,
      ),
    ),
    [-1, 1].map((s) =>
      at(
        soft(0.2, 0.14, 0.86, hide, 0.065, () => {}),
        s * 0.72,
        1.62,
        -0.08,
        0.1,
      ),
    ),
    [-1, 1].map((s) =>
      tube(
        [
          [s * 0.72, 1.58, 0.28],
          [s * 0.74, 1.3, 0.34],
          [s * 0.66, 1.02, 0.1],
        ],
        0.05,
        painted('#2b2c33'),
      ),
    ),
    at(
      group(
        [-0.17, 0.17].map((z) =>
          at(
            soft(0.84, 0.18, 0.34, hide, 0.085, () => {}),
            0,
            0,
            z,
          ),
        ),
      ),
      0,
      0.86,
      1.22,
      0.12,
    ),
    [-0.25, 0.25].map((x) =>
      tube(
        [
          [x, 0.93, 0.2],
          [x, 0.84, 1.2],
        ],
        0.025,
        metal('#aab0bb'),
      ),
    ),
  )
}

const view = { yaw: -32, pitch: 9, fill: 0.84, key: 0.5 }

export const chairs = {
  'silla-drakon-titan': { ...view, build: () => titan() },
  'silla-drakon-titan-nieve': {
    ...view,
    yaw: 30,
    key: 0.28,
    env: 0.6,
    glow: ['#22d3ee', '#e23bd0'],
    build: () => titan({ main: '#d5d8e0', stripe: '#c26a94', pillow: '#e2e5ec', thread: '#a8527c', light: '#e23bd0' }),
  },
  'silla-drakon-aero': { ...view, yaw: 34, key: 0.22, env: 0.6, glow: ['#22d3ee', '#3b82f6'], build: aero },
  'silla-drakon-strata': { ...view, yaw: -24, key: 0.35, env: 0.7, glow: ['#22d3ee', '#7c5cff'], build: strata },
  'silla-drakon-relax': { ...view, yaw: 42, pitch: 12, glow: ['#ff3b5c', '#7c5cff'], build: relax },
  'silla-drakon-rocker': { ...view, yaw: 46, pitch: 14, fill: 0.76, glow: ['#3b82f6', '#22d3ee'], build: rocker },
  'cockpit-drakon-pista': { ...view, yaw: 58, pitch: 16, glow: ['#e23bd0', '#ff3b5c'], build: cockpit },
}
