// Controls of the consoles: thumb stick, cross, buttons, and the gamepads made of them.

import * as THREE from 'three'
import { at, box, disc, group, lathe, outline, plate, rect, reshape, ring, soft } from '../forms.js'
import { brandPrint, markPrint, textPrint } from '../labels.js'
import { gloss, neon, plastic, rubber } from '../materials.js'

export function stick(k = 1, glow) {
  return group(
    at(disc(0.2 * k, 0.04, gloss('#08090c')), 0, 0, 0),
    glow && at(ring(0.2 * k, 0.014, neon(glow, 2.4)), 0, 0.02, 0),
    at(disc(0.07 * k, 0.16 * k, plastic('#17181d')), 0, 0.08 * k, 0),
    at(
      lathe(
        [
          [0, 0.02],
          [0.09, 0.02],
          [0.15, 0],
          [0.17, 0.04],
          [0.16, 0.08],
          [0.12, 0.06],
          [0, 0.045],
        ].map(([r, y]) => [r * k, y * k]),
        rubber('#1f2026'),
      ),
      0,
      0.17 * k,
      0,
    ),
  )
}

const cross = (a, b) =>
  outline(
    [
      [-b, -a],
      [b, -a],
      [b, -b],
      [a, -b],
      [a, b],
      [b, b],
      [b, a],
      [-b, a],
      [-b, b],
      [-a, b],
      [-a, -b],
      [-b, -b],
    ],
    0.02,
  )

export function faceButtons(k = 1, colors = ['#22d3ee', '#e23bd0', '#7c5cff', '#7ddf9b']) {
  const spots = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ]
  return group(
    spots.map(([x, z], i) =>
      group(
        at(disc(0.085 * k, 0.09 * k, gloss('#17181e'), 0.03), x * 0.15 * k, 0.02, z * 0.15 * k),
        at(
          textPrint('ABXY'[i], 0.12 * k, 0.12 * k, { color: colors[i], glow: 1.5 }),
          x * 0.15 * k,
          0.067 * k + 0.002,
          z * 0.15 * k,
          -Math.PI / 2,
        ),
      ),
    ),
  )
}

export const pad = (k = 1) =>
  at(plate(cross(0.19 * k, 0.065 * k), 0.08 * k, plastic('#1c1d23', 0.4), 0.02), 0, 0.03, 0, -Math.PI / 2)

const padOutline = () => {
  const half = [
    [0, -0.5],
    [0.45, -0.56],
    [0.82, -0.55],
    [1.06, -0.3],
    [1.28, 0.42],
    [1.2, 0.86],
    [0.94, 0.92],
    [0.7, 0.6],
    [0.52, 0.4],
    [0, 0.4],
  ]
  const curve = new THREE.CatmullRomCurve3(
    [
      ...half,
      ...half
        .toReversed()
        .slice(1, -1)
        .map(([x, z]) => [-x, z]),
    ].map(([x, z]) => new THREE.Vector3(x, -z, 0)),
    true,
    'centripetal',
  )
  return new THREE.Shape(curve.getPoints(160).map((p) => new THREE.Vector2(p.x, p.y)))
}

/** Gamepad lying on the floor, sticks up; its front (shoulders) towards -z. */
export function gamepad({ color = '#23242b', accent = '#7c5cff', pro }) {
  const shell = plastic(color, 0.45, { clearcoat: 0.2 })
  const body = plate(padOutline(), 0.44, shell, 0.17)
  body.material.side = THREE.DoubleSide
  const lift = 0.47
  return group(
    at(
      reshape(body, (v) => {
        v.z += -0.09 * Math.max(0, Math.abs(v.x) - 0.5) - 0.1 * Math.max(0, -v.y - 0.3)
      }),
      0,
      0.25,
      0,
      -Math.PI / 2,
    ),
    at(
      plate(
        outline(
          [
            [-0.42, -0.3],
            [0.42, -0.3],
            [0.5, 0.42],
            [-0.5, 0.42],
          ],
          0.1,
        ),
        0.06,
        gloss(pro ? '#101116' : '#15161c'),
        0.02,
      ),
      0,
      lift - 0.02,
      0,
      -Math.PI / 2,
    ),
    at(stick(1, accent), -0.78, lift - 0.04, -0.16),
    at(stick(1, accent), 0.38, lift, 0.2),
    at(pad(1.05), -0.38, lift, 0.2),
    at(faceButtons(1.05), 0.8, lift - 0.04, -0.16),
    at(markPrint('Drakon', 0.24, { color: '#ffffff', glow: 1.7 }), 0, lift + 0.014, -0.18, -Math.PI / 2),
    [-0.24, 0.24].map((x) => at(box(0.12, 0.04, 0.05, plastic('#0d0e12'), 0.02), x, lift + 0.01, -0.06)),
    [-1, 1].map((s) =>
      at(
        soft(0.5, 0.18, 0.24, gloss('#1a1b21'), 0.08, () => {}),
        s * 0.72,
        0.33,
        -0.5,
        0.2,
        s * -0.12,
      ),
    ),
    [-1, 1].map((s) =>
      at(
        soft(0.4, 0.2, 0.22, plastic('#15161b'), 0.09, () => {}),
        s * 0.74,
        0.2,
        -0.62,
        0.5,
        s * -0.12,
      ),
    ),
    pro &&
      [-1, 1].map((s) => at(box(0.03, 0.02, 0.5, neon(accent, 2.2), 0.008), s * 0.56, lift - 0.025, -0.12, 0, s * 0.1)),
  )
}

export function retroPad(color) {
  return group(
    at(plate(rect(1.5, 0.66, 0.28), 0.2, plastic(color, 0.5), 0.06), 0, 0.1, 0, -Math.PI / 2),
    at(group(pad(1)), -0.45, 0.19, 0),
    [
      [0.32, 0.1, '#e23bd0'],
      [0.52, -0.08, '#7c5cff'],
    ].map(([x, z, c]) => at(disc(0.1, 0.1, gloss(c), 0.03), x, 0.2, z)),
    [-0.1, 0.06].map((x) => at(box(0.12, 0.05, 0.05, plastic('#3a3c46'), 0.02), x, 0.2, 0.08, 0, 0.5)),
    at(brandPrint('Drakon', 0.3, { color: '#4a4d5a', mark: false }), 0, 0.202, -0.16, -Math.PI / 2),
  )
}
