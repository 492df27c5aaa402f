// Storage: M.2 sticks, 2.5" and 3.5" drives, a rugged external disk and a swivel stick.

import { at, box, disc, group, outline, plate, rect, ring, soft, times, tube } from '../forms.js'
import { brandPrint, paintMark, paintWord, print, write } from '../labels.js'
import { black, brushed, metal, neon, painted, plastic, rubber } from '../materials.js'
import { port, screw, turned } from '../sockets.js'
import { heatStick, m2, sata, stickDrive } from './solid-state.js'

function rugged() {
  const bumper = rubber('#e0662a')
  bumper.roughness = 0.6
  const core = brushed('#5a5f6b', 0.36)
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
  return group(
    at(
      group(
        at(plate(rect(1.94, 2.74, 0.2), 0.34, core, 0.04), 0, 0, 0),
        corners.map(([x, y]) =>
          at(
            soft(0.62, 0.62, 0.46, bumper, 0.2, () => {}),
            x * 0.76,
            y * 1.16,
            0,
          ),
        ),
        [-1, 1].map((s) =>
          at(
            soft(0.16, 2.4, 0.36, bumper, 0.075, () => {}),
            s * 0.95,
            0,
            0,
          ),
        ),
        [-1, 1].map((s) => times(7, (i) => at(box(0.03, 0.1, 0.3, black(), 0.01), s * 1.03, (i - 3) * 0.2, 0))),
        at(brandPrint('Polaria', 1.15, { color: '#f0f2f8' }), 0, 0.3, 0.173),
        at(
          print(1.0, 0.3, (c, w, h) => write(c, 'TERRA · 2 TB', w / 2, h / 2, h * 0.5, '#ffb38a', { align: 'center' })),
          0,
          -0.1,
          0.173,
        ),
        times(5, (i) => at(box(1.1, 0.03, 0.02, plastic('#2b2e37'), 0.008), 0, -0.5 - i * 0.11, 0.165)),
        at(turned(disc(0.03, 0.02, neon('#22d3ee', 3))), 0.42, 0.9, 0.17),
        at(port('usbc', 1), 0, 1.38, 0, -Math.PI / 2),
      ),
      0,
      1.42,
      0,
      -0.16,
    ),
    tube(
      [
        [0, 2.85, -0.24],
        [0.1, 3.15, -0.4],
        [0.7, 3.1, -0.6],
        [1.4, 1.9, -0.5],
        [1.5, 0.5, -0.1],
        [1.3, 0.06, 0.6],
        [0.3, 0.06, 1.1],
        [-0.5, 0.06, 1.0],
      ],
      0.045,
      plastic('#23242b', 0.6),
    ),
    at(box(0.34, 0.1, 0.16, plastic('#2f3139'), 0.04), -0.66, 0.07, 0.98, 0, 0.08),
    at(box(0.16, 0.05, 0.1, metal('#c5c9d3'), 0.02), -0.9, 0.07, 0.96),
  )
}

function hardDisk() {
  const cast = painted('#3b3e48', 0.5)
  const steel = brushed('#c3c7d1', 0.26)
  const cover = outline(
    [
      [-1.3, -1.8],
      [1.3, -1.8],
      [1.3, 0.9],
      [1.05, 1.35],
      [1.05, 1.85],
      [-0.9, 1.85],
      [-1.3, 1.5],
    ],
    0.14,
  )
  const drive = group(
    at(plate(rect(2.8, 4.0, 0.08), 0.6, cast, 0.03), 0, 0, 0),
    at(plate(cover, 0.08, steel, 0.02), 0, 0, 0.32),
    at(turned(ring(0.84, 0.02, metal('#8b909c', 0.2))), 0, 0.8, 0.36),
    at(turned(disc(0.22, 0.05, metal('#d9dde6', 0.2), 0.01)), 0, 0.8, 0.37),
    times(6, (i) => at(screw(0.03), Math.cos(i * 1.047) * 0.13, 0.8 + Math.sin(i * 1.047) * 0.13, 0.395)),
    [
      [-1.18, -1.68],
      [1.18, -1.68],
      [1.18, 0.7],
      [-1.18, 1.4],
      [0.95, 1.7],
      [-1.2, 0],
    ].map(([x, y]) => at(screw(0.07), x, y, 0.37)),
    at(
      print(2.1, 1.6, (c, w, h) => {
        c.fillStyle = '#15161d'
        c.fillRect(0, 0, w, h)
        c.fillStyle = '#7c5cff'
        c.fillRect(0, 0, w * 0.035, h)
        paintMark(c, 'Polaria', w * 0.09, h * 0.07, h * 0.19, '#fff')
        paintWord(c, 'Polaria', w * 0.28, h * 0.105, h * 0.12, '#fff')
        write(c, 'VAULT', w * 0.09, h * 0.45, h * 0.18, '#b9a8ff', { weight: 800 })
        write(c, '8 TB', w * 0.6, h * 0.45, h * 0.22, '#fff', { weight: 800 })
        write(c, '7200 rpm · 256 MB · SATA 6 Gb/s', w * 0.09, h * 0.66, h * 0.068, '#aeb5c9', { weight: 500 })
        for (let i = 0; i < 46; i++) {
          c.fillStyle = '#e8eaf2'
          c.fillRect(w * 0.09 + i * w * 0.012, h * 0.78, w * 0.003 * (1 + ((i * 7) % 3)), h * 0.13)
        }
      }),
      -0.02,
      -0.96,
      0.363,
    ),
    at(box(1.7, 0.16, 0.24, black(), 0.02), -0.3, -1.98, -0.05),
    [-1.2, 0, 1.2].map((y) => at(disc(0.06, 0.02, black()), 1.4, y, 0, 0, 0, Math.PI / 2)),
  )
  return group(at(drive, 0, 2.0, 0, -0.12))
}

const view = { yaw: -26, pitch: 16, fill: 0.76, key: 0.6 }

export const storage = {
  'ssd-silex-nv7-1tb': { ...view, yaw: -22, fill: 0.84, key: 0.35, build: () => m2() },
  'ssd-silex-nv7-4tb': {
    ...view,
    yaw: 22,
    fill: 0.84,
    key: 0.35,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => m2({ text: '4 TB · PCIe 4.0', bright: '#0f6c80', accent: '#22d3ee' }),
  },
  'ssd-silex-nv5-500gb': {
    ...view,
    yaw: -26,
    fill: 0.84,
    key: 0.35,
    glow: ['#3b82f6', '#22d3ee'],
    build: () => m2({ model: 'NV5', text: '500 GB · PCIe 3.0', bright: '#24406e', accent: '#3b82f6' }),
  },
  'ssd-silex-nv9-heat-2tb': {
    ...view,
    yaw: -32,
    pitch: 22,
    fill: 0.84,
    key: 0.2,
    env: 0.7,
    glow: ['#e23bd0', '#7c5cff'],
    build: heatStick,
  },
  'ssd-silex-sata-960': { ...view, glow: ['#22d3ee', '#3b82f6'], build: sata },
  'disco-externo-polaria-terra-2tb': { ...view, yaw: -20, key: 0.4, glow: ['#ff7a3c', '#7c5cff'], build: rugged },
  'disco-rigido-polaria-vault-8tb': { ...view, yaw: 28, key: 0.4, build: hardDisk },
  'pendrive-silex-duo-256': {
    ...view,
    yaw: -16,
    pitch: 10,
    glow: ['#7c5cff', '#e23bd0'],
    key: 0.2,
    env: 0.75,
    build: stickDrive,
  },
}
