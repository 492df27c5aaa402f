// Cases, empty as they are sold: front to +z, glass to -x. A unit is ten centimetres.

import { caseFan } from '../fans.js'
import { at, box, card, disc, group, plate, rect, times } from '../forms.js'
import { brandPrint, markPrint } from '../labels.js'
import { black, drawn, glass, grille, metal, neon, painted, plastic } from '../materials.js'
import { port, screw, vent } from '../sockets.js'

const wood = (color) => {
  const material = plastic(color, 0.6)
  material.map = drawn(256, 1024, (c) => {
    c.fillStyle = '#fff'
    c.fillRect(0, 0, 256, 1024)
    for (let i = 0; i < 60; i++) {
      c.strokeStyle = `rgba(90,50,20,${0.05 + (i % 5) * 0.03})`
      c.lineWidth = 1 + (i % 3)
      c.beginPath()
      for (let y = 0; y <= 1024; y += 32) c.lineTo(i * 4.4 + Math.sin(y / 150 + i * 0.3) * 6, y)
      c.stroke()
    }
  })
  return material
}

/** What is seen through the glass: tray with holes, cover of the power supply, openings for cards, fan at the back. */
function inside(w, h, d, { color, glow, shroud }) {
  const wall = painted(color, 0.5)
  const tray = w / 2 - 0.3
  return group(
    at(box(0.03, h - 0.2, d - 0.3, wall, 0.01), tray, h / 2, 0),
    at(box(0.032, h * 0.34, 0.14, black(), 0.03), tray - 0.004, h * 0.6, d * 0.22),
    at(box(0.032, 0.12, d * 0.4, black(), 0.03), tray - 0.004, h - 0.34, -d * 0.08),
    times(9, (i) =>
      at(
        disc(0.035, 0.06, metal('#c3a35a'), 0.01),
        tray - 0.04,
        h * 0.36 + Math.floor(i / 3) * h * 0.19,
        -d * 0.32 + (i % 3) * d * 0.2,
        0,
        0,
        Math.PI / 2,
      ),
    ),
    at(box(w - 0.4, h - 0.3, 0.03, wall, 0.01), 0, h / 2, -d / 2 + 0.08),
    times(7, (i) =>
      at(box(w * 0.5, 0.1, 0.03, metal('#5b606b', 0.4), 0.01), -w * 0.06, h * 0.3 + i * 0.16, -d / 2 + 0.11),
    ),
    at(
      caseFan({
        side: 1.2,
        color: color > '#c' ? '#dfe3ea' : '#1d1e24',
        glow,
        translucent: glow,
        bladeColor: '#3a3c46',
        brand: 'Tharsis',
      }),
      -w * 0.06,
      h - 0.92,
      -d / 2 + 0.26,
    ),
    shroud && at(box(w - 0.36, h * 0.2, d - 0.3, wall, 0.02), -0.04, h * 0.1 + 0.06, 0),
    shroud &&
      at(
        brandPrint('Tharsis', 0.9, { color: color > '#c' ? '#3a3d47' : '#9aa1b4' }),
        -w / 2 + 0.13,
        h * 0.12,
        0,
        0,
        -Math.PI / 2,
      ),
  )
}

const fronts = {
  mesh: (w, h, z, { color }) =>
    group(
      at(card(w - 0.16, h - 0.2, grille(color, [Math.round(w * 14), Math.round(h * 8)], 9)), 0, h / 2, z + 0.09),
      at(plate(frame(w, h, 0.08), 0.08, painted(color, 0.4), 0.02), 0, h / 2, z + 0.06),
    ),
  glass: (w, h, z) => at(box(w - 0.04, h - 0.06, 0.04, glass('#7f8aa5', 0.13), 0.01), 0, h / 2, z + 0.06),
  slats: (w, h, z, { slat, color }) => {
    const n = Math.round(w / 0.2)
    return group(
      at(card(w - 0.1, h - 0.12, grille(color, [Math.round(w * 14), Math.round(h * 8)], 9)), 0, h / 2, z + 0.03),
      times(n, (i) =>
        at(box(0.1, h - 0.16, 0.12, wood(slat), 0.02), (i - (n - 1) / 2) * ((w - 0.12) / n), h / 2, z + 0.08),
      ),
    )
  },
  closed: (w, h, z, { color, accent }) =>
    group(
      at(plate(rect(w - 0.02, h - 0.04, 0.05), 0.1, painted(color, 0.36), 0.03), 0, h / 2, z + 0.05),
      [-1, 1].map((s) => at(vent(0.1, h * 0.7, 1, { across: false }), s * (w / 2 - 0.1), h / 2, z + 0.103)),
      at(box(0.024, h * 0.74, 0.02, neon(accent, 2.2), 0.006), -w * 0.28, h * 0.52, z + 0.104),
    ),
}

function frame(w, h, edge) {
  const shape = rect(w, h, 0.05)
  shape.holes.push(rect(w - edge * 2, h - edge * 2, 0.03))
  return shape
}

/** Case of width, height and depth; front: one of `fronts`; fans in the front, of `side`, one above the other. */
function computerCase({
  w = 2.15,
  h = 4.5,
  d = 4.3,
  color = '#1b1c22',
  front,
  glow,
  fans = 3,
  side = 1.2,
  accent = '#7c5cff',
  slat,
  shroud = true,
  isGlassFront,
}) {
  const shell = painted(color, 0.42)
  const z = d / 2
  const start = (h - fans * side) / 2 + side / 2
  const isLight = color > '#c'
  const set = group(
    at(box(w, 0.08, d, shell, 0.02), 0, 0.04, 0),
    at(plate(frame(w, d, 0.14), 0.08, shell, 0.02), 0, h - 0.04, 0, -Math.PI / 2),
    at(
      card(w - 0.26, d - 0.3, grille(color, [Math.round(w * 12), Math.round(d * 7)], 10)),
      0,
      h - 0.02,
      0,
      -Math.PI / 2,
    ),
    at(box(0.04, h - 0.08, d, shell, 0.01), w / 2 - 0.02, h / 2, 0),
    inside(w - 0.08, h - 0.08, d, { color, glow, shroud }),
    at(box(0.03, h - 0.12, d - 0.06, glass('#8793ad', 0.1), 0.01), -w / 2 + 0.02, h / 2, 0),
    [-1, 1].map((s) => at(box(0.08, h - 0.06, 0.08, shell, 0.015), -w / 2 + 0.05, h / 2, s * (z - 0.05))),
    times(fans, (i) =>
      at(
        caseFan({
          side,
          color: isLight ? '#dfe3ea' : '#1d1e24',
          glow,
          translucent: glow,
          bladeColor: isLight ? '#eef0f6' : '#3a3c46',
          brand: 'Tharsis',
          square: Boolean(isGlassFront),
        }),
        0,
        start + i * side,
        z - 0.2,
      ),
    ),
    fronts[front](w, h, z, { color, accent, slat }),
    front !== 'slats' && at(markPrint('Tharsis', 0.2, { color: isLight ? '#3a3d47' : '#d7dbe8' }), 0, 0.2, z + 0.165),
    at(
      group(
        at(disc(0.07, 0.03, metal('#b4b9c4', 0.25), 0.01), -0.5, 0, 0),
        [-0.22, 0.06].map((x) => at(port('usb', 0.8), x, 0.006, 0, -Math.PI / 2)),
        at(port('usbc', 0.8), 0.3, 0.006, 0, -Math.PI / 2),
        at(port('jack', 1), 0.52, 0.006, 0, -Math.PI / 2),
      ),
      0,
      h,
      z - 0.1,
    ),
    [-1, 1].map((x) =>
      [-1, 1].map((s) =>
        at(disc(0.16, 0.14, plastic('#0d0e11', 0.6), 0.02), x * (w / 2 - 0.25), -0.06, s * (z - 0.35)),
      ),
    ),
    [-1, 1].map((s) => at(screw(0.04), -w / 2 - 0.002, h - 0.12, s * (z - 0.2), 0, -Math.PI / 2)),
  )
  set.scale.setScalar(0.5)
  return group(set)
}

const view = { yaw: -38, pitch: 12, fill: 0.82 }

export const cases = {
  'gabinete-tharsis-brisa': {
    ...view,
    build: () => computerCase({ front: 'mesh', glow: '#7c5cff' }),
  },
  'gabinete-tharsis-brisa-blanco': {
    ...view,
    yaw: -34,
    key: 0.4,
    env: 0.75,
    bloom: 0.2,
    glow: ['#22d3ee', '#7c5cff'],
    build: () => computerCase({ front: 'mesh', color: '#dfe3ea', glow: '#22d3ee' }),
  },
  'gabinete-tharsis-acuario': {
    ...view,
    yaw: -42,
    glow: ['#e23bd0', '#22d3ee'],
    build: () =>
      computerCase({ w: 2.85, h: 4.6, d: 4.4, front: 'glass', glow: '#e23bd0', shroud: false, isGlassFront: true }),
  },
  'gabinete-tharsis-bosque': {
    ...view,
    glow: ['#ff7a3c', '#7c5cff'],
    build: () => computerCase({ front: 'slats', slat: '#a9713f', fans: 2, side: 1.4 }),
  },
  'gabinete-tharsis-sigilo': {
    ...view,
    yaw: -32,
    glow: ['#3b82f6', '#22d3ee'],
    build: () =>
      computerCase({ h: 4.7, d: 4.6, front: 'closed', color: '#23252c', accent: '#3b82f6', fans: 2, side: 1.4 }),
  },
  'gabinete-tharsis-cubo-m': {
    ...view,
    fill: 0.76,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => computerCase({ w: 2.1, h: 3.6, d: 3.8, front: 'mesh', color: '#22252c', glow: '#22d3ee', fans: 2 }),
  },
  'gabinete-tharsis-nano': {
    ...view,
    fill: 0.68,
    key: 0.4,
    env: 0.75,
    bloom: 0.2,
    glow: ['#7c5cff', '#e23bd0'],
    build: () =>
      computerCase({
        w: 1.9,
        h: 2.9,
        d: 3.7,
        front: 'slats',
        color: '#d9dce4',
        slat: '#c69a63',
        fans: 1,
        side: 1.4,
        shroud: false,
      }),
  },
}
