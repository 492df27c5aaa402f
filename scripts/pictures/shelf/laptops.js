// Notebooks: deck with keys, hinged lid with a lit display, and the six forms made of them.

import { display } from '../displays.js'
import { at, box, card, disc, group, outline, plate, rect, times, tube } from '../forms.js'
import { brushed, metal, neon, painted, plastic, screen } from '../materials.js'
import { port, vent } from '../sockets.js'
import { deck, hinge, lid, open } from './laptop-parts.js'

function blade() {
  const shell = painted('#25262d', 0.34)
  return open(
    { w: 2.9, d: 2.0, thick: 0.15, shell, brand: 'Vortex', keys: true, unit: 0.172, keyZ: -0.3, glowEdge: '#7c5cff' },
    { w: 2.9, h: 1.92, shell, brand: 'Vortex', picture: 'sunset' },
  )
}

function ultra() {
  const shell = brushed('#aeb3be', 0.34)
  return open(
    {
      w: 2.5,
      d: 1.7,
      thick: 0.09,
      shell,
      brand: 'Vortex',
      keys: true,
      unit: 0.15,
      keyZ: -0.24,
      pad: 1.2,
      keyColor: '#2a2c33',
      ink: () => '#e9ecf5',
      inkGlow: 0.9,
      well: '#6f747f',
    },
    { w: 2.5, h: 1.64, shell, brand: 'Vortex', picture: 'silk', bezel: 0.04, chin: 0.06, thick: 0.04 },
    0.36,
  )
}

/** Seen from behind: thick body with lit exhausts and a sculpted lid. */
function colossus() {
  const shell = painted('#2b2c34', 0.36)
  const w = 3.1
  const base = {
    w,
    d: 2.3,
    thick: 0.24,
    shell,
    brand: 'Drakon',
    keys: true,
    unit: 0.18,
    keyZ: -0.1,
    glowEdge: '#ff3b5c',
    ink: () => '#ff6b84',
  }
  const tail = plate(
    outline(
      [
        [-w / 2 + 0.06, 0],
        [-w / 2 + 0.2, -0.34],
        [-0.5, -0.34],
        [-0.42, -0.28],
        [0.42, -0.28],
        [0.5, -0.34],
        [w / 2 - 0.2, -0.34],
        [w / 2 - 0.06, 0],
      ],
      0.03,
    ),
    0.24,
    shell,
    0.03,
  )
  return group(
    deck(base),
    at(tail, 0, 0.14, -1.12, Math.PI / 2),
    [-1, 1].map((s) =>
      group(
        at(vent(0.85, 0.14, 16, { gap: 0.55 }), s * 0.92, 0.145, -1.462),
        at(box(0.95, 0.015, 0.02, neon('#ff3b5c', 3), 0.004), s * 0.92, 0.045, -1.462),
        at(box(0.95, 0.015, 0.02, neon('#ff3b5c', 3), 0.004), s * 0.92, 0.245, -1.462),
      ),
    ),
    [-0.26, 0.02, 0.27].map((x, i) => at(port(['usbc', 'hdmi', 'rj45'][i], 0.7), x, 0.15, -1.405, 0, Math.PI)),
    at(
      group(
        lid({ w: w - 0.1, h: 2.05, shell, brand: 'Drakon', picture: 'race', markGlow: 1.8 }),
        [-1, 1].map((s) =>
          at(box(0.03, 1.5, 0.014, neon('#ff3b5c', 2.2), 0.005), s * 0.72, 1.1, -0.03, 0, 0, s * 0.32),
        ),
        [-1, 1].map((s) =>
          at(
            plate(
              outline(
                [
                  [0, 0],
                  [0.5, 0.0],
                  [0.5, 1.5],
                  [0.32, 1.6],
                ],
                0.03,
              ),
              0.03,
              painted('#3a3c46', 0.3),
              0.01,
            ),
            s * 0.95 - 0.25 + s * 0.05,
            0.24,
            -0.03,
          ),
        ),
      ),
      0,
      0.3,
      -1.0,
      -0.32,
    ),
  )
}

/** Tent: both halves lean on each other, display outwards. */
function flex() {
  const shell = brushed('#56607a', 0.34)
  const [w, h] = [2.5, 1.66]
  const lean = 0.46
  const rise = Math.cos(lean) * h
  const out = Math.sin(lean) * h
  const front = group(
    at(lid({ w, h, shell, brand: 'Vortex', picture: 'aurora', bezel: 0.07, chin: 0.07, mark: false }), 0, -h, 0),
  )
  const back = at(plate(rect(w, h, 0.1), 0.09, shell, 0.025), 0, -h / 2, 0)
  return group(
    at(front, 0, rise, 0.02, -lean),
    at(group(back), 0, rise, -0.1, lean),
    at(disc(0.05, w * 0.8, metal('#2f323b', 0.3)), 0, rise + 0.01, -0.04, 0, 0, Math.PI / 2),
    tube(
      [
        [1.0, 0.05, out + 0.55],
        [0.1, 0.05, out + 0.75],
      ],
      0.045,
      brushed('#c0c5d0', 0.3),
    ),
    tube(
      [
        [0.1, 0.05, out + 0.75],
        [0.0, 0.05, out + 0.772],
      ],
      0.028,
      plastic('#17181d'),
    ),
  )
}

function duo() {
  const shell = painted('#2a2c38', 0.32)
  const [w, d] = [2.8, 1.95]
  return group(
    deck({ w, d, thick: 0.14, shell, brand: 'Vortex', keys: true, unit: 0.165, keyZ: 0.34, pad: 0 }),
    at(
      group(
        box(w - 0.06, 0.06, 0.86, shell, 0.02),
        at(card(w - 0.16, 0.76, screen(display('code', 1920, 540), 1.1)), 0, 0.034, 0, -Math.PI / 2),
      ),
      0,
      0.3,
      -0.58,
      0.24,
    ),
    hinge(w, -d / 2 + 0.02, 0.2, metal('#3a3d46')),
    at(
      lid({ w, h: 1.84, shell, brand: 'Vortex', picture: 'silk', bezel: 0.04, chin: 0.16 }),
      0,
      0.2,
      -d / 2 + 0.02,
      -0.3,
    ),
  )
}

function campus() {
  const shell = painted('#d9dce4', 0.5)
  const deckOf = {
    w: 2.95,
    d: 1.95,
    thick: 0.14,
    shell,
    brand: 'Drakon',
    keys: true,
    unit: 0.145,
    keyZ: -0.26,
    padX: -0.3,
    pad: 0.8,
    keyColor: '#33353e',
    ink: () => '#f3f5fb',
    inkGlow: 0.9,
    well: '#b9bdc8',
  }
  const numbers = group(
    times(20, (i) =>
      at(box(0.125, 0.035, 0.125, plastic('#33353e', 0.55), 0.01), (i % 4) * 0.145, 0, Math.floor(i / 4) * 0.145),
    ),
  )
  const base = open(
    deckOf,
    { w: 2.95, h: 1.86, shell, brand: 'Drakon', picture: 'aurora', bezel: 0.07, chin: 0.17 },
    0.28,
  )
  return group(base, at(numbers, 0.86, 0.184, -0.55))
}

const view = { pitch: 20, fill: 0.84 }

export const laptops = {
  'notebook-vortex-blade-16': { ...view, yaw: -26, build: blade },
  'notebook-vortex-aero-14': { ...view, yaw: 28, key: 0.6, glow: ['#3b82f6', '#e23bd0'], build: ultra },
  'notebook-drakon-colossus-18': { ...view, yaw: 152, pitch: 16, glow: ['#ff3b5c', '#7c5cff'], build: colossus },
  'notebook-vortex-flex-13': { ...view, yaw: -28, pitch: 14, glow: ['#22d3ee', '#3b82f6'], build: flex },
  'notebook-vortex-duo-15': { ...view, yaw: 24, pitch: 26, build: duo },
  'notebook-drakon-campus-15': {
    ...view,
    yaw: -30,
    pitch: 22,
    key: 0.55,
    env: 0.8,
    glow: ['#3b82f6', '#22d3ee'],
    build: campus,
  },
}
