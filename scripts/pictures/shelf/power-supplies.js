// Power supplies: a box with its fan to the front, sockets or cables on the right, the mains on the left. A unit is ten centimetres.

import { rotor } from '../fans.js'
import { at, box, card, disc, drill, group, plate, rect, ring, times, tube } from '../forms.js'
import { brandPrint, markPrint, print, write } from '../labels.js'
import { black, fabric, grille, metal, neon, painted, plastic } from '../materials.js'
import { screw, turned } from '../sockets.js'

/** Rings and spokes of wire in front of the fan. */
function wires(r, color) {
  const steel = metal(color, 0.3)
  return group(
    times(9, (i) => at(turned(ring(r * (0.2 + i * 0.1), 0.009, steel)), 0, 0, 0)),
    times(4, (i) => at(box(r * 2, 0.016, 0.012, steel, 0.004), 0, 0, -0.012, 0, 0, (i * Math.PI) / 4)),
    at(turned(disc(r * 0.2, 0.02, painted('#202229', 0.3))), 0, 0, 0.004),
  )
}

/** Slanted slots cut in the cover, with a frame round them. */
function slats(r, material, accent) {
  const n = 13
  return group(
    times(n, (i) => {
      const offset = (i - (n - 1) / 2) * (r * 0.152)
      const half = Math.sqrt(Math.max(0.01, r * r - offset * offset))
      return at(
        box(half * 2, r * 0.05, 0.03, material, 0.008),
        offset * Math.sin(-0.42),
        offset * Math.cos(0.42),
        0,
        0,
        0,
        0.42,
      )
    }),
    accent && at(turned(ring(r * 1.03, 0.014, neon(accent, 2.2))), 0, 0, 0.004),
  )
}

function modularSide(h, d, rows) {
  return group(
    rows.map((n, row) =>
      times(n, (i) => {
        const y = h / 2 - 0.22 - row * 0.25
        const x = (i - (n - 1) / 2) * (d * 0.3)
        return group(
          at(box(d * 0.24, 0.17, 0.05, plastic('#1a1b20', 0.4), 0.01), x, y, 0),
          times(6, (j) =>
            at(
              box(0.032, 0.05, 0.03, black(), 0.004),
              x + ((j % 3) - 1) * d * 0.065,
              y + (j < 3 ? 0.035 : -0.035),
              0.018,
            ),
          ),
        )
      }),
    ),
  )
}

/** Sleeved cables that leave the box and fall to the floor. */
function bundle(h, color) {
  return group(
    times(12, (i) => {
      const [y, z] = [-h / 2 + 0.2 + (i % 4) * 0.05, ((i % 3) - 1) * 0.06]
      return tube(
        [
          [0, y, z],
          [0.2, y + 0.02, z],
          [0.42 + (i % 3) * 0.05, -h / 2 + 0.12 + (i % 2) * 0.05, z + 0.1],
          [0.5 + (i % 4) * 0.06, -h / 2 + 0.05, 0.4 + (i % 3) * 0.05],
          [0.3 + (i % 4) * 0.08, -h / 2 + 0.04, 0.78],
        ],
        0.026,
        fabric(color, 16),
        false,
        50,
      )
    }),
    at(box(0.36, 0.07, 0.16, plastic('#17181c', 0.4), 0.012), 0.42, -h / 2 + 0.045, 0.82, 0, -0.1),
  )
}

function mainsSide(h, d, color) {
  return group(
    at(card(d - 0.1, h - 0.12, grille(color, [14, 14], 9)), 0, 0, 0.004),
    at(card(d - 0.12, h - 0.14, black()), 0, 0, 0.002),
    at(box(0.3, 0.24, 0.05, plastic('#111216', 0.4), 0.02), -d / 2 + 0.24, -h / 2 + 0.26, 0.02),
    times(3, (i) =>
      at(
        box(0.03, 0.07, 0.03, metal('#d4d8e0'), 0.004),
        -d / 2 + 0.17 + i * 0.07,
        -h / 2 + 0.26 + (i === 1 ? 0.03 : 0),
        0.03,
      ),
    ),
    at(box(0.13, 0.2, 0.05, plastic('#15161a', 0.3), 0.012), -d / 2 + 0.52, -h / 2 + 0.26, 0.02),
  )
}

/** Box of width, height (the fan's side) and depth; cover: 'wires' or 'slats'. */
function supply({ w = 1.5, h = 1.4, d = 0.86, color = '#1d1e24', cover, accent, watts, seal, sockets, label }) {
  const shell = painted(color, 0.42)
  const r = Math.min(w, h) * 0.43
  const front = d / 2
  return group(
    at(box(w, h, d - 0.03, shell, 0.025), 0, 0, -0.015),
    at(plate(drill(rect(w, h, 0.03), [[0, 0, r]]), 0.03, shell, 0.006), 0, 0, front - 0.01),
    at(turned(disc(r * 1.01, 0.02, black())), 0, 0, front - 0.02),
    at(rotor({ radius: r * 0.94, blades: 9, color: '#24262d', depth: 0.14, brand: 'Voltaris' }), 0, 0, front - 0.012),
    at(cover === 'wires' ? wires(r, '#8f949e') : slats(r, shell, accent), 0, 0, front + 0.03),
    cover === 'wires' && at(markPrint('Voltaris', r * 0.26, { color: '#e9ecf4' }), 0, 0, front + 0.046),
    [-1, 1].map((x) => [-1, 1].map((y) => at(screw(0.035), x * (w / 2 - 0.08), y * (h / 2 - 0.08), front + 0.008))),
    at(
      sockets
        ? group(modularSide(h, d, sockets), at(textOf(watts, label ?? '#c9cede'), 0.06, -h / 2 + 0.16, 0.006))
        : bundle(h, '#1b1c21'),
      w / 2,
      0,
      0,
      0,
      sockets ? Math.PI / 2 : 0,
    ),
    at(mainsSide(h, d, color), -w / 2, 0, 0, 0, -Math.PI / 2),
    at(
      topLabel(w, d, { watts, seal, ink: label ?? '#c9cede', sealInk: label ?? accent ?? '#8f949e' }),
      0,
      h / 2 + 0.003,
      0,
      -Math.PI / 2,
    ),
  )
}

const textOf = (text, color) =>
  print(0.6, 0.16, (c, w, h) => write(c, text, w / 2, h / 2, h * 0.7, color, { align: 'center', weight: 800 }))

function topLabel(w, d, { watts, seal, ink, sealInk }) {
  return group(
    at(brandPrint('Voltaris', w * 0.42, { color: ink }), -w * 0.2, d * 0.12, 0),
    at(
      print(w * 0.86, d * 0.34, (c, cw, ch) => {
        write(c, watts, 0, ch * 0.5, ch * 0.5, ink, { weight: 800 })
        write(c, seal, cw, ch * 0.52, ch * 0.26, sealInk, { align: 'right', weight: 700 })
      }),
      0,
      -d * 0.22,
      0.001,
    ),
  )
}

const view = { yaw: 34, pitch: 22, fill: 0.76 }

export const powerSupplies = {
  'fuente-voltaris-base-550': {
    ...view,
    glow: ['#3b82f6', '#22d3ee'],
    build: () => supply({ w: 1.5, h: 1.4, cover: 'wires', watts: '550 W', seal: '80 PLUS BRONZE' }),
  },
  'fuente-voltaris-base-650': {
    ...view,
    yaw: 30,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      supply({
        w: 1.5,
        h: 1.4,
        cover: 'wires',
        color: '#24272f',
        accent: '#22d3ee',
        watts: '650 W',
        seal: '80 PLUS BRONZE',
      }),
  },
  'fuente-voltaris-nodo-750': {
    ...view,
    build: () =>
      supply({
        w: 1.5,
        h: 1.4,
        cover: 'slats',
        accent: '#7c5cff',
        watts: '750 W',
        seal: '80 PLUS GOLD',
        sockets: [3, 3, 3],
      }),
  },
  'fuente-voltaris-nodo-850-blanca': {
    ...view,
    yaw: 38,
    key: 0.36,
    env: 0.72,
    bloom: 0.2,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      supply({
        w: 1.5,
        h: 1.4,
        cover: 'slats',
        color: '#e2e5ec',
        label: '#2b2e38',
        accent: '#22d3ee',
        watts: '850 W',
        seal: '80 PLUS GOLD',
        sockets: [3, 3, 3],
      }),
  },
  'fuente-voltaris-cumbre-1000': {
    ...view,
    glow: ['#e23bd0', '#7c5cff'],
    build: () =>
      supply({
        w: 1.5,
        h: 1.5,
        color: '#23242c',
        cover: 'slats',
        accent: '#e23bd0',
        watts: '1000 W',
        seal: '80 PLUS PLATINUM',
        sockets: [3, 3, 3],
      }),
  },
  'fuente-voltaris-cumbre-1300': {
    ...view,
    yaw: 40,
    glow: ['#ff7a3c', '#e23bd0'],
    build: () =>
      supply({
        w: 1.5,
        h: 1.7,
        color: '#2a2b33',
        cover: 'slats',
        accent: '#ff7a3c',
        watts: '1300 W',
        seal: '80 PLUS TITANIUM',
        sockets: [3, 3, 3, 3],
      }),
  },
  'fuente-voltaris-compacta-750-sfx': {
    ...view,
    fill: 0.66,
    glow: ['#3b82f6', '#e23bd0'],
    build: () =>
      supply({
        w: 1.25,
        h: 1.0,
        d: 0.64,
        color: '#1f2128',
        cover: 'wires',
        accent: '#3b82f6',
        watts: '750 W',
        seal: 'SFX · GOLD',
        sockets: [2, 2, 2],
      }),
  },
}
