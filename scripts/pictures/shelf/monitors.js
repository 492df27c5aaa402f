// Monitors: flat, curved, portable and pivoted.

import { display } from '../displays.js'
import { at, box, card, disc, group, ring, surface, tube } from '../forms.js'
import { brandPrint } from '../labels.js'
import { brushed, gloss, metal, neon, painted, plastic, rubber, screen } from '../materials.js'
import { port } from '../sockets.js'

const curveAt = (x, radius) => (radius ? radius - Math.sqrt(radius * radius - x * x) : 0)

/** Bends a flat slab round the viewer; radius 0 keeps it flat. */
function slab(w, h, depth, z, radius, material, inset = 0) {
  const [W, H] = [w / 2 - inset, h / 2 - inset]
  const face = (side) => (u, v) => {
    const x = (u - 0.5) * 2 * W
    return [x * (side > 0 ? 1 : -1), (v - 0.5) * 2 * H, z + side * (depth / 2) + curveAt(x, radius)]
  }
  const rim = (top) => (u, v) => {
    const x = (u - 0.5) * 2 * W
    return [x, top * H, z + (v - 0.5) * depth * -top + curveAt(x, radius)]
  }
  const cheek = (s) => (u, v) => [s * W, (u - 0.5) * 2 * H * s, z + (v - 0.5) * depth + curveAt(W, radius)]
  return group([face(1), face(-1), rim(1), rim(-1), cheek(1), cheek(-1)].map((f) => surface(f, material, 60, 2)))
}

/** Panel with thin bezels, chin, display and back bulge, centred on its screen. */
function panel({ w, h, picture, radius = 0, shell = '#1d1e24', chin = 0.09 }) {
  const bezel = 0.035
  const lit = screen(display(picture, 2048, Math.round((2048 * h) / w)), 1.15)
  return group(
    at(slab(w + bezel * 2, h + bezel + chin, 0.14, -0.09, radius, painted(shell, 0.4)), 0, (bezel - chin) / 2, 0),
    at(
      slab(w + bezel * 2 - 0.01, h + bezel + chin - 0.01, 0.02, -0.012, radius, gloss('#050507')),
      0,
      (bezel - chin) / 2,
      0,
    ),
    surface(
      (u, v) => {
        const x = (u - 0.5) * w
        return [x, (v - 0.5) * h, 0.006 + curveAt(x, radius)]
      },
      lit,
      60,
      2,
    ),
    at(box(w * 0.5, h * 0.5, 0.2, painted(shell, 0.45), 0.08), 0, 0, -0.24),
    at(brandPrint('Lumora', 0.36, { color: '#b9bece' }), 0, -h / 2 - chin / 2 - 0.005, 0.012 + curveAt(0, radius)),
    at(disc(0.012, 0.01, neon('#7c5cff', 3)), w * 0.47, -h / 2 - chin - 0.002, 0.0),
  )
}

function vStand(k, top) {
  const steel = painted('#2d2f37', 0.32)
  const toe = (s) =>
    tube(
      [
        [0, 0.06, -0.3],
        [s * 0.3 * k, 0.05, 0.05],
        [s * 0.82 * k, 0.04, 0.5],
      ],
      0.05,
      steel,
    )
  return group(
    [-1, 1].map(toe),
    at(box(0.22, top, 0.1, steel, 0.03), 0, top / 2, -0.36, -0.04),
    at(box(0.03, top * 0.7, 0.02, neon('#7c5cff', 2), 0.005), 0, top * 0.45, -0.302, -0.04),
  )
}

function roundStand(top, glow) {
  return group(
    at(disc(0.62, 0.06, brushed('#5b5f6b', 0.3), 0.02), 0, 0.03, -0.2),
    glow && at(ring(0.5, 0.014, neon(glow, 2.4)), 0, 0.062, -0.2),
    at(disc(0.1, top, brushed('#7a7f8c', 0.26)), 0, top / 2, -0.36),
    glow && at(ring(0.105, 0.014, neon(glow, 2.4)), 0, 0.42, -0.36),
  )
}

function flatStand(top) {
  const steel = brushed('#b4b8c2', 0.3)
  return group(
    at(box(1.5, 0.05, 1.0, steel, 0.02), 0, 0.03, -0.15),
    at(box(0.3, top, 0.07, steel, 0.02), 0, top / 2, -0.38),
  )
}

const monitor = (options, stand, lift) => group(stand, at(panel(options), 0, lift, 0, -0.04))

function portable() {
  const [w, h] = [2.2, 1.36]
  const lean = -0.36
  return group(
    at(
      group(
        box(w + 0.1, h + 0.16, 0.06, brushed('#8d929e', 0.32), 0.03),
        at(box(w + 0.06, h + 0.12, 0.01, gloss('#050507'), 0.004), 0, 0, 0.028),
        at(card(w, h, screen(display('aurora', 2048, 1266), 1.15)), 0, 0.02, 0.036),
        at(brandPrint('Lumora', 0.26, { color: '#b9bece' }), 0, -h / 2 - 0.03, 0.036),
        [0.3, 0.02].map((y) => at(port('usbc', 0.55), w / 2 + 0.05, y - 0.3, 0, 0, Math.PI / 2, Math.PI / 2)),
      ),
      0,
      0.74,
      0,
      lean,
    ),
    at(box(1.3, 0.95, 0.035, painted('#4c505b', 0.35), 0.015), 0, 0.47, -0.5, 0.42),
    tube(
      [
        [w / 2 + 0.05, 0.46, 0.12],
        [w / 2 + 0.3, 0.42, 0.14],
        [w / 2 + 0.42, 0.1, 0.2],
        [w / 2 + 0.3, 0.03, 0.55],
        [0.7, 0.03, 0.7],
        [0.2, 0.03, 0.95],
      ],
      0.025,
      rubber('#2b2c33'),
    ),
    at(box(0.3, 0.06, 0.09, plastic('#2f3139'), 0.025), w / 2 + 0.1, 0.46, 0.115),
    at(box(0.22, 0.07, 0.1, metal('#9da2ad'), 0.03), 0.12, 0.04, 0.985, 0, 0.95),
  )
}

function pivoted() {
  const upright = panel({ w: 1.49, h: 2.65, picture: 'code', shell: '#c3c7d0', chin: 0.05 })
  return group(
    flatStand(2.1),
    at(upright, 0, 1.86, 0, -0.03),
    at(box(0.4, 0.4, 0.16, painted('#9a9eaa'), 0.03), 0, 1.86, -0.36),
  )
}

export const monitors = {
  'monitor-lumora-g24': {
    yaw: -26,
    pitch: 7,
    build: () => monitor({ w: 2.3, h: 1.3, picture: 'sunset' }, vStand(1, 1.1), 1.3),
  },
  'monitor-lumora-g27-qhd': {
    yaw: 24,
    pitch: 8,
    glow: ['#e23bd0', '#7c5cff'],
    build: () => monitor({ w: 2.6, h: 1.46, picture: 'silk', shell: '#26272e' }, roundStand(1.2, '#e23bd0'), 1.45),
  },
  'monitor-lumora-arc-34': {
    yaw: -24,
    pitch: 10,
    fill: 0.88,
    glow: ['#22d3ee', '#7c5cff'],
    build: () => monitor({ w: 3.5, h: 1.47, picture: 'aurora', radius: 4.2 }, roundStand(1.1, '#22d3ee'), 1.35),
  },
  'monitor-lumora-arc-49': {
    yaw: 18,
    pitch: 12,
    fill: 0.92,
    glow: ['#3b82f6', '#e23bd0'],
    build: () => monitor({ w: 4.8, h: 1.36, picture: 'race', radius: 4.0, shell: '#dfe2ea' }, vStand(1.7, 1.1), 1.3),
  },
  'monitor-lumora-g27-fhd': {
    yaw: 26,
    pitch: 7,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => monitor({ w: 2.6, h: 1.46, picture: 'aurora', shell: '#22242b' }, vStand(1.1, 1.15), 1.42),
  },
  'monitor-lumora-nero-27-oled': {
    yaw: -22,
    pitch: 8,
    build: () => monitor({ w: 2.6, h: 1.46, picture: 'sunset', shell: '#2d2f38', chin: 0.06 }, flatStand(1.15), 1.42),
  },
  'monitor-lumora-go-16': { yaw: -28, pitch: 14, glow: ['#22d3ee', '#3b82f6'], build: portable },
  'monitor-lumora-pro-27-4k': { yaw: -40, pitch: 12, glow: ['#7c5cff', '#3b82f6'], build: pivoted },
}
