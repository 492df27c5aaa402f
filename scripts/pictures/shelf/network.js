// Network gear: router, mesh nodes, switch, USB-C dock, Wi-Fi card and patch cable.

import { at, box, disc, group, lathe, outline, plate, rect, ring, times, tube } from '../forms.js'
import { brandPrint, markPrint, textPrint } from '../labels.js'
import { black, brushed, fabric, gloss, metal, neon, painted, plastic, rubber } from '../materials.js'
import { port, vent } from '../sockets.js'
import { antenna, coil, wifiCard } from './small-network.js'

function router() {
  const shell = painted('#24252d', 0.42)
  const octagon = (r, c) =>
    outline(
      [
        [-r, -r + c],
        [-r + c, -r],
        [r - c, -r],
        [r, -r + c],
        [r, r - c],
        [r - c, r],
        [-r + c, r],
        [-r, r - c],
      ],
      0.08,
    )
  const r = 1.35
  return group(
    at(plate(octagon(r, 0.5), 0.34, shell, 0.06), 0, 0.28, 0, -Math.PI / 2),
    at(plate(octagon(r * 0.86, 0.44), 0.08, gloss('#101116'), 0.03), 0, 0.48, 0, -Math.PI / 2),
    times(8, (i) => {
      const a = (i / 8) * Math.PI * 2
      return at(
        box(0.02, 0.012, 0.62, neon(i % 2 ? '#22d3ee' : '#7c5cff', 2.2), 0.004),
        Math.sin(a) * 0.68,
        0.522,
        Math.cos(a) * 0.68,
        0,
        a,
      )
    }),
    at(plate(octagon(0.34, 0.12), 0.06, brushed('#4a4e5a'), 0.02), 0, 0.54, 0, -Math.PI / 2),
    at(markPrint('Kyntra', 0.36, { glow: 1.7 }), 0, 0.574, 0, -Math.PI / 2),
    times(4, (i) => {
      const a = (i / 4) * Math.PI * 2 + Math.PI / 4
      return [-1, 1].map((s) =>
        at(
          antenna(1.5, plastic('#2a2b34', 0.45), i % 2 ? '#22d3ee' : '#7c5cff'),
          Math.sin(a + s * 0.3) * 1.5,
          0.2,
          Math.cos(a + s * 0.3) * 1.5,
          0,
          a + s * 0.1,
          0,
        ).rotateX(0.22),
      )
    }),
    times(5, (i) => at(disc(0.022, 0.02, neon('#3dff9a', 2.6)), (i - 2) * 0.12, 0.3, r + 0.005, Math.PI / 2)),
    at(at(vent(1.1, 0.1, 14, {}), 0, 0, 0), 0, 0.2, r + 0.002),
    [-1, 1].map((s) => [-1, 1].map((z) => at(disc(0.12, 0.12, rubber()), s * 0.9, 0.06, z * 0.9))),
  )
}

function node(k, glow) {
  const white = plastic('#cfd3dc', 0.5)
  const cloth = fabric('#8d93a3', 20)
  const set = group(
    at(disc(0.52, 0.06, rubber('#2a2c34'), 0.02), 0, 0.03, 0),
    lathe(
      [
        [0, 0.06],
        [0.52, 0.06],
        [0.56, 0.1],
        [0.56, 0.7],
        [0.55, 0.72],
      ],
      cloth,
    ),
    lathe(
      [
        [0.55, 0.72],
        [0.56, 0.74],
        [0.55, 1.62],
        [0.5, 1.78],
        [0.4, 1.85],
        [0.3, 1.82],
        [0, 1.8],
      ],
      white,
    ),
    at(ring(0.555, 0.014, neon(glow, 2.4)), 0, 0.73, 0),
    at(ring(0.32, 0.012, neon(glow, 1.8)), 0, 1.825, 0),
    at(brandPrint('Kyntra', 0.44, { color: '#5a6072' }), 0, 1.25, 0.556),
  )
  set.scale.setScalar(k)
  return set
}

const mesh = () =>
  group(
    at(node(1.12, '#22d3ee'), 0, 0, 0.5),
    at(node(1, '#22d3ee'), -1.35, 0, -0.2, 0, 0.2),
    at(node(1, '#22d3ee'), 1.35, 0, -0.3, 0, -0.2),
  )

function switchBox() {
  const shell = painted('#2d3140', 0.4)
  const lit = ['#3dff9a', '#3dff9a', '#ffb03a', '#3dff9a', '#3dff9a', '#ffb03a', '#3dff9a', '#3dff9a']
  return group(
    at(box(3.6, 0.62, 1.9, shell, 0.05), 0, 0.38, 0),
    at(box(3.5, 0.52, 0.04, gloss('#0e0f13'), 0.02), 0, 0.38, 0.945),
    times(8, (i) =>
      group(
        at(port('rj45', 1.15), -0.98 + i * 0.34, 0.34, 0.965),
        [-0.06, 0.06].map((d) =>
          at(box(0.05, 0.025, 0.02, neon(d < 0 ? lit[i] : '#3dff9a', 2.6), 0.006), -0.98 + i * 0.34 + d, 0.53, 0.967),
        ),
        at(textPrint(String(i + 1), 0.1, 0.09, { color: '#aab2c8', size: 0.9 }), -0.98 + i * 0.34, 0.165, 0.968),
      ),
    ),
    at(brandPrint('Kyntra', 0.42, { color: '#e8eaf2' }), -1.46, 0.44, 0.968),
    at(textPrint('LINK 8', 0.36, 0.1, { color: '#22d3ee' }), -1.47, 0.28, 0.968),
    at(at(vent(2.6, 0.9, 26), 0, 0, 0), 0, 0.695, -0.2, -Math.PI / 2),
    at(brandPrint('Kyntra', 0.7, { color: '#8d95ab' }), 0, Math.LN2, 0.6, -Math.PI / 2),
    [
      [0.04, '#7c5cff'],
      [0.72, '#22d3ee'],
    ].map(([x, c], i) =>
      group(
        at(box(0.24, 0.2, 0.34, plastic(c, 0.35), 0.03), x, 0.34, 1.1),
        tube(
          [
            [x, 0.34, 1.25],
            [x + 0.02, 0.3, 1.6],
            [x + 0.3 + i * 0.3, 0.08, 2.0],
            [x + 1.2, 0.05, 2.3 - i * 0.3],
          ],
          0.06,
          rubber(i ? '#155f70' : '#3a2a80'),
        ),
      ),
    ),
    [-1, 1].map((s) => at(box(0.3, 0.07, 1.6, rubber(), 0.02), s * 1.5, 0.035, 0)),
  )
}

function dock() {
  const alu = painted('#767d8e', 0.5)
  return group(
    at(plate(rect(3.0, 1.1, 0.16), 0.38, alu, 0.05), 0, 0.24, 0, -Math.PI / 2),
    at(box(2.7, 0.2, 0.03, gloss('#0e0f13'), 0.05), 0, 0.24, 0.54),
    [-1.05, -0.62, -0.19].map((x) => at(port('usb', 1.15, '#2a6be0'), x, 0.24, 0.55)),
    at(port('usbc', 1.15), 0.2, 0.24, 0.55),
    at(port('hdmi', 1.15), 0.62, 0.24, 0.55),
    at(box(0.36, 0.05, 0.04, black(), 0.01), 1.08, 0.29, 0.55),
    at(box(0.24, 0.035, 0.04, black(), 0.01), 1.08, 0.18, 0.55),
    at(brandPrint('Kyntra', 0.9, { color: '#1c1e27' }), -0.2, 0.435, 0.1, -Math.PI / 2),
    at(textPrint('DOCK 7', 0.5, 0.13, { color: '#33384a' }), 1.0, 0.435, 0.1, -Math.PI / 2),
    at(box(0.3, 0.012, 0.03, neon('#22d3ee', 2.4), 0.004), -1.15, 0.435, 0.36),
    at(box(0.2, 0.24, 0.34, rubber('#2a2c34'), 0.06), -1.58, 0.24, 0),
    tube(
      [
        [-1.6, 0.24, 0],
        [-2.0, 0.26, 0.02],
        [-2.35, 0.12, 0.35],
        [-2.2, 0.07, 0.95],
        [-1.5, 0.07, 1.3],
        [-0.8, 0.07, 1.35],
      ],
      0.07,
      fabric('#4a4f60', 16),
    ),
    at(box(0.46, 0.17, 0.28, alu, 0.07), -0.55, 0.1, 1.35),
    at(box(0.24, 0.09, 0.2, metal('#d5d9e2', 0.2), 0.04), -0.24, 0.1, 1.35),
  )
}

const view = { yaw: -26, pitch: 22, fill: 0.84, key: 0.6 }

export const network = {
  'router-kyntra-orbit-be9300': { ...view, yaw: -14, pitch: 24, build: router },
  'mesh-kyntra-nest-3': {
    ...view,
    yaw: -16,
    pitch: 12,
    key: 0.22,
    env: 0.7,
    glow: ['#22d3ee', '#7c5cff'],
    build: mesh,
  },
  'switch-kyntra-link-8': { ...view, yaw: 24, glow: ['#3b82f6', '#22d3ee'], build: switchBox },
  'hub-kyntra-dock-7': { ...view, yaw: -24, pitch: 26, glow: ['#22d3ee', '#7c5cff'], build: dock },
  'placa-wifi-kyntra-air-pcie': { ...view, yaw: -22, pitch: 14, build: wifiCard },
  'cable-kyntra-cat8-5m': { ...view, yaw: -10, pitch: 34, key: 0.5, glow: ['#7c5cff', '#22d3ee'], build: coil },
}
