// Cartridges and ink bottles.

import * as THREE from 'three'
import { at, box, disc, group, lathe, outline, plate, surface, times } from '../forms.js'
import { brandPrint, print, write } from '../labels.js'
import { drawn, glass, metal, plastic } from '../materials.js'

export const INKS = ['#1b1c22', '#10a8e0', '#e0218a', '#f5c400']

function cartridge(color, i) {
  const name = ['K', 'C', 'M', 'Y'][i]
  const dark = plastic('#1d1e25', 0.45)
  return group(
    at(
      plate(
        outline(
          [
            [-0.42, 0],
            [0.42, 0],
            [0.42, 1.05],
            [0.3, 1.2],
            [-0.42, 1.2],
          ],
          0.05,
        ),
        0.4,
        dark,
        0.03,
      ),
      0,
      0.1,
      0,
    ),
    at(box(0.5, 0.12, 0.3, plastic('#0f1014'), 0.02), -0.1, 0.06, 0),
    at(
      plate(
        outline(
          [
            [-0.42, 0.95],
            [0.36, 0.95],
            [0.3, 1.2],
            [-0.42, 1.2],
          ],
          0.04,
        ),
        0.42,
        plastic(color === '#1b1c22' ? '#4a4d5a' : color, 0.3, { clearcoat: 0.6 }),
        0.03,
      ),
      0,
      0.11,
      0,
    ),
    at(
      print(0.68, 0.72, (c, w, h) => {
        c.fillStyle = '#f0f1f6'
        c.fillRect(0, 0, w, h)
        c.fillStyle = color
        c.fillRect(0, h * 0.5, w, h * 0.5)
        write(c, 'C4 XL', w / 2, h * 0.3, h * 0.16, '#1b1c22', { align: 'center', weight: 800 })
        write(c, name, w / 2, h * 0.76, h * 0.34, '#ffffff', { align: 'center', weight: 800 })
      }),
      0,
      0.62,
      0.203,
    ),
    at(brandPrint('Lumora', 0.5, { color: '#1d1e25' }), 0, 0.93, 0.206),
    at(box(0.03, 0.3, 0.24, metal('#d8a94a'), 0.005), -0.42, 0.45, 0),
  )
}

export const cartridges = () =>
  group(
    INKS.map((c, i) =>
      at(cartridge(c, i), (i - 1.5) * 0.98, 0, -0.2 * (i - 1.5) ** 2 * 0.5 + (i % 2) * 0.28, 0, -0.12),
    ),
  )

function bottle(color, i) {
  const body = glass('#dfe5f2', 0.2)
  const liquid = plastic(color, 0.1, { clearcoat: 1, emissive: color, emissiveIntensity: 0.12 })
  return group(
    at(
      lathe(
        [
          [0, 0],
          [0.36, 0],
          [0.4, 0.05],
          [0.4, 1.2],
          [0.34, 1.36],
          [0.18, 1.46],
          [0.18, 1.52],
          [0, 1.52],
        ],
        liquid,
      ),
      0,
      0.01,
      0,
    ),
    lathe(
      [
        [0, 0],
        [0.38, 0],
        [0.42, 0.05],
        [0.42, 1.22],
        [0.36, 1.39],
        [0.2, 1.5],
        [0.2, 1.6],
        [0, 1.6],
      ],
      body,
    ),
    at(disc(0.22, 0.34, plastic(color === '#1b1c22' ? '#3a3c46' : color, 0.35), 0.04), 0, 1.74, 0),
    times(18, (k) =>
      at(
        box(0.02, 0.26, 0.02, plastic('#111217'), 0.004),
        Math.cos(k / 2.865) * 0.218,
        1.73,
        Math.sin(k / 2.865) * 0.218,
      ),
    ),
    label(i, color),
  )
}

function label(i, color) {
  const map = drawn(600, 420, (c, w, h) => {
    c.fillStyle = '#15161d'
    c.fillRect(0, 0, w, h)
    c.fillStyle = color === '#1b1c22' ? '#6a6e7d' : color
    c.fillRect(0, h * 0.8, w, h * 0.2)
    write(c, 'LUMORA', w / 2, h * 0.22, 64, '#fff', { align: 'center', weight: 800 })
    write(c, 'FLOW', w / 2, h * 0.44, 54, '#b8bfd6', { align: 'center', weight: 500 })
    write(c, `${'KCMY'[i]} · 70 ml`, w / 2, h * 0.66, 50, '#fff', { align: 'center' })
  })
  const r = 0.424
  return surface(
    (u, v) => {
      const a = (u - 0.5) * 2.6
      return [Math.sin(a) * r, 0.3 + v * 0.78, Math.cos(a) * r]
    },
    new THREE.MeshPhysicalMaterial({ map, roughness: 0.4 }),
    40,
    2,
  )
}

export const bottles = () =>
  group(INKS.map((c, i) => at(bottle(c, i), (i - 1.5) * 0.98, 0, i % 2 ? 0.35 : -0.1, 0, (i - 1.5) * -0.12 - 0.2)))
