// Consoles: tower, small box, handheld, retro set, gamepad and arcade stick.
import * as THREE from 'three'
import { display } from '../displays.js'
import { at, box, card, disc, group, lathe, outline, plate, rect, reshape, ring, soft, times, tube } from '../forms.js'
import { brandPrint, markPrint, print, textPrint, write } from '../labels.js'
import { black, gloss, metal, neon, painted, plastic, rubber, screen } from '../materials.js'
import { port, vent } from '../sockets.js'

function stick(k = 1, glow) {
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

function faceButtons(k = 1, colors = ['#22d3ee', '#e23bd0', '#7c5cff', '#7ddf9b']) {
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

const pad = (k = 1) =>
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
function gamepad({ color = '#23242b', accent = '#7c5cff', pro }) {
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
        0.36,
        -0.55,
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

function nova() {
  const white = plastic('#dfe2ea', 0.42, { clearcoat: 0.3 })
  const wing = (s) => {
    const side = outline(
      [
        [-0.95, 0],
        [0.86, 0],
        [1.02, 0.3],
        [0.9, 3.2],
        [0.72, 3.36],
        [-0.8, 3.2],
        [-0.98, 2.9],
      ],
      0.16,
    )
    return reshape(at(plate(side, 0.09, white, 0.03), 0, 0, 0), (v) => {
      const k = (v.y - 1.6) / 1.7
      v.z += s * (0.09 * k * k + 0.05 * (v.x > 0.6 ? v.x - 0.6 : 0))
    })
  }
  return group(
    at(
      group(
        at(wing(1), 0, 0.1, 0.33, 0, 0, 0),
        at(wing(-1), 0, 0.1, -0.33, 0, 0, 0),
        at(
          plate(
            outline(
              [
                [-0.9, 0.1],
                [0.9, 0.1],
                [0.86, 3.2],
                [-0.82, 3.05],
              ],
              0.1,
            ),
            0.52,
            gloss('#0b0c10'),
            0.03,
          ),
          0,
          0.1,
          0,
        ),
        [-1, 1].map((s) => at(box(0.02, 2.7, 0.02, neon('#7c5cff', 2.8), 0.008), 0.905, 1.75, s * 0.25, 0, 0, 0.014)),
        at(at(vent(0.4, 1.1, 9, { across: true, gap: 0.4 }), 0, 0, 0), 0.902, 2.45, 0, 0, Math.PI / 2),
        at(port('usbc', 0.8), 0.915, 0.75, 0, 0, Math.PI / 2, Math.PI / 2),
        at(port('usb', 0.8), 0.915, 1.05, 0, 0, Math.PI / 2, Math.PI / 2),
        at(box(0.03, 0.9, 0.03, black(), 0.005), 0.9, 1.65, 0.1),
        at(markPrint('Drakon', 0.44, { color: '#8f93a3' }), -0.1, 2.5, 0.425),
      ),
      -0.4,
      0.06,
      -0.4,
      0,
      -0.95,
    ),
    at(disc(0.72, 0.1, gloss('#111217'), 0.04), -0.4, 0.05, -0.4),
    at(gamepad({ color: '#e3e6ed' }), 0.95, 0, 1.1, 0.0, -0.25),
  )
}

function lite() {
  const shell = plastic('#2a2b33', 0.5)
  return group(
    at(
      soft(2.5, 0.5, 1.9, shell, 0.16, () => {}),
      0,
      0.3,
      0,
    ),
    at(box(2.36, 0.04, 1.76, gloss('#0d0e12'), 0.015), 0, 0.31, 0.09),
    at(box(2.44, 0.022, 0.02, neon('#22d3ee', 2.8), 0.008), 0, 0.3, 0.955),
    at(disc(0.6, 0.03, plastic('#14151a', 0.6), 0.01), 0.5, 0.552, -0.15),
    times(6, (i) => at(ring(0.09 + i * 0.09, 0.014, black()), 0.5, 0.57, -0.15)),
    at(ring(0.62, 0.012, neon('#22d3ee', 2)), 0.5, 0.558, -0.15),
    at(brandPrint('Drakon', 0.72, { color: '#dfe3ee' }), -0.7, 0.553, 0.55, -Math.PI / 2),
    [-0.95, -0.7].map((x) => at(port('usb', 0.7), x, 0.2, 0.945)),
    at(disc(0.06, 0.02, metal('#b9bec9')), 1.0, 0.2, 0.95, Math.PI / 2),
    [-1, 1].map((s) => at(box(0.4, 0.1, 1.2, rubber(), 0.04), s * 0.85, 0.05, 0)),
    at(gamepad({ color: '#2b2c35', accent: '#22d3ee' }), 1.15, 0, 1.75, 0, -0.35),
  )
}

function handheld() {
  const shell = plastic('#24252d', 0.46, { clearcoat: 0.2 })
  const grip = (s) =>
    at(
      soft(0.78, 1.5, 0.34, shell, 0.16, (v) => {
        v.z -= 0.12 * Math.max(0, s * v.x)
        v.y -= 0.08 * s * v.x
      }),
      s * 1.5,
      0,
      0,
    )
  const flat = (part, x, y) => at(group(part), x, y, 0.17, Math.PI / 2)
  const machine = group(
    at(box(2.6, 1.42, 0.3, shell, 0.08), 0, 0, 0),
    grip(-1),
    grip(1),
    at(box(2.36, 1.38, 0.02, gloss('#040406'), 0.006), 0, 0, 0.148),
    at(card(2.2, 1.24, screen(display('library', 1600, 900), 1.15)), 0, 0.01, 0.161),
    flat(stick(0.95, '#e23bd0'), -1.52, 0.38),
    flat(stick(0.95, '#22d3ee'), 1.52, -0.16),
    flat(pad(0.95), -1.52, -0.18),
    flat(faceButtons(0.95), 1.52, 0.36),
    times(2, (i) =>
      times(7, (k) =>
        at(
          disc(0.018, 0.01, black()),
          (i ? 1 : -1) * 1.52 + ((k % 4) - 1.5) * 0.07,
          -0.52 - Math.floor(k / 4) * 0.07,
          0.172,
          Math.PI / 2,
        ),
      ),
    ),
    [-1, 1].map((s) =>
      at(
        soft(0.6, 0.14, 0.26, gloss('#17181d'), 0.06, () => {}),
        s * 1.5,
        0.73,
        -0.06,
      ),
    ),
    at(brandPrint('Drakon', 0.3, { color: '#8d93a5' }), 0, -0.653, 0.161),
  )
  return group(
    at(machine, 0, 0.8, 0, -0.3),
    at(box(1.1, 0.08, 0.9, plastic('#15161b'), 0.03), 0, 0.04, -0.3),
    at(box(1.1, 0.5, 0.08, plastic('#15161b'), 0.03), 0, 0.3, -0.35, -0.3),
  )
}

function retroPad(color) {
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

function retro() {
  const grey = plastic('#c9ccd6', 0.5)
  const cable = (x, z, s) =>
    tube(
      [
        [s * 0.3, 0.14, 0.95],
        [s * 0.5, 0.05, 1.15],
        [s * 1.1, 0.04, 1.05],
        [x + s * 0.3, 0.04, z - 0.7],
        [x, 0.1, z - 0.3],
      ],
      0.028,
      rubber('#2c2d35'),
    )
  return group(
    at(box(2.4, 0.34, 1.8, grey, 0.07), 0, 0.2, 0),
    at(box(2.1, 0.2, 1.1, plastic('#a9adba', 0.5), 0.05), 0, 0.42, -0.22),
    at(box(1.2, 0.05, 0.3, plastic('#34353f'), 0.02), 0, 0.52, -0.2),
    at(box(1.0, 0.5, 0.14, plastic('#4b4370', 0.5), 0.03), 0, 0.68, -0.2),
    at(
      print(0.8, 0.3, (c, w, h) => {
        c.fillStyle = '#17122e'
        c.fillRect(0, 0, w, h)
        write(c, '100 JUEGOS', w / 2, h / 2, h * 0.42, '#ff8df2', { align: 'center', weight: 800 })
      }),
      0,
      0.74,
      -0.128,
    ),
    [
      [-0.8, '#7c5cff'],
      [0.8, '#e23bd0'],
    ].map(([x, c]) => at(box(0.34, 0.1, 0.2, gloss(c), 0.04), x, 0.4, 0.6)),
    at(disc(0.03, 0.02, neon('#ff4060', 3)), 0.45, 0.38, 0.6),
    at(brandPrint('Drakon', 0.6, { color: '#3a3550' }), 0, 0.375, 0.62, -Math.PI / 2),
    [-0.3, 0.3].map((x) => at(box(0.36, 0.16, 0.06, plastic('#2b2c35'), 0.02), x, 0.2, 0.9)),
    at(retroPad('#d4d7e0'), -1.15, 0, 1.75, 0, 0.3),
    at(retroPad('#d4d7e0'), 1.05, 0, 1.8, 0, -0.25),
    cable(-1.15, 1.75, -1),
    cable(1.05, 1.8, 1),
  )
}

function arcade() {
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

export const consoles = {
  'consola-drakon-nova-x': { yaw: -6, pitch: 14, fill: 0.84, key: 0.2, env: 0.6, build: nova },
  'consola-drakon-nova-lite': { yaw: -26, pitch: 24, fill: 0.84, glow: ['#22d3ee', '#3b82f6'], build: lite },
  'consola-portatil-drakon-volt': { yaw: 22, pitch: 10, fill: 0.86, glow: ['#e23bd0', '#22d3ee'], build: handheld },
  'consola-drakon-retro-mini': {
    yaw: -18,
    pitch: 28,
    fill: 0.84,
    key: 0.2,
    env: 0.6,
    glow: ['#e23bd0', '#7c5cff'],
    build: retro,
  },
  'control-drakon-grip-pro': {
    yaw: -18,
    pitch: 46,
    fill: 0.76,
    build: () => gamepad({ pro: true, color: '#1d1e25', accent: '#7c5cff' }),
  },
  'arcade-drakon-combo-8': { yaw: 26, pitch: 26, fill: 0.84, key: 0.5, glow: ['#e23bd0', '#22d3ee'], build: arcade },
}
