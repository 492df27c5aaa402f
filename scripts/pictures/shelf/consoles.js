// Consoles: tower, small box, handheld, retro set, gamepad and arcade stick.

import { display } from '../displays.js'
import { at, box, card, disc, group, outline, plate, reshape, ring, soft, times, tube } from '../forms.js'
import { brandPrint, markPrint, print, write } from '../labels.js'
import { black, gloss, metal, neon, plastic, rubber, screen } from '../materials.js'
import { port, vent } from '../sockets.js'
import { arcade } from './arcade.js'
import { faceButtons, gamepad, pad, retroPad, stick } from './gamepads.js'

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
