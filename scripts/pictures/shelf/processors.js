// Processors: packages with different heat spreaders, a boxed cooler set and a collector's box.
import * as THREE from 'three'
import { rotor } from '../fans.js'
import { at, box, card, disc, group, outline, plate, rect, times } from '../forms.js'
import { paintMark, paintWord, print, write } from '../labels.js'
import { black, brushed, copper, drawn, glass, gloss, gold, metal, neon, plastic } from '../materials.js'
import { board } from '../sockets.js'

/** Laser engraving on the heat spreader. */
function engraving(w, h, model, sub) {
  return print(
    w,
    h,
    (c, cw, ch) => {
      const ink = '#3d424e'
      const k = Math.min(cw, ch)
      paintMark(c, 'Silex', cw * 0.08, ch * 0.1, k * 0.2, ink)
      paintWord(c, 'Silex', cw * 0.08 + k * 0.25, ch * 0.1 + k * 0.05, k * 0.1, ink)
      write(c, model, cw * 0.08, ch * 0.52, k * 0.19, ink, { weight: 800 })
      write(c, sub, cw * 0.08, ch * 0.7, k * 0.085, ink, { weight: 500 })
      write(c, '© 2026  DISEÑADO EN CÓRDOBA', cw * 0.08, ch * 0.86, k * 0.055, ink, { weight: 500 })
      for (let i = 0; i < 10; i++)
        for (let j = 0; j < 10; j++)
          if ((i * 7 + j * 13 + i * j) % 3) {
            c.fillStyle = ink
            c.fillRect(cw * 0.8 + i * k * 0.013, ch * 0.12 + j * k * 0.013, k * 0.012, k * 0.012)
          }
    },
    { ppu: 500 },
  )
}

const smd = (n, w, z, seedless) =>
  group(
    times(n, (i) =>
      at(
        box(0.05, 0.04, 0.09, plastic(i % 3 ? '#8a6a45' : '#3c3f48', 0.4), 0.008),
        ((i - (n - 1) / 2) * w) / n,
        seedless ?? 0.07,
        z,
      ),
    ),
  )

/** Substrate with gold corner mark and edge parts; top at y = 0.06. */
function substrate(w, d, ground = '#12352b', line = '#1f5a47') {
  return group(
    at(board(w, d, 0.08, ground, line, 8), 0, 0.04, 0),
    at(
      plate(
        outline([
          [0, 0],
          [0.14, 0],
          [0, 0.14],
        ]),
        0.006,
        gold(),
        0,
      ),
      -w / 2 + 0.04,
      0.084,
      d / 2 - 0.04,
      -Math.PI / 2,
    ),
  )
}

const spreader = (shape, h, material) => at(plate(shape, h, material, 0.035), 0, 0.08 + h / 2, 0, -Math.PI / 2)
const nickel = () => brushed('#c5c9d3', 0.3)
const top = (part, y, z = 0) => at(part, 0, y, z, -Math.PI / 2)

/** Stepped square heat spreader. */
function classic() {
  return group(
    substrate(2, 2),
    spreader(rect(1.66, 1.7, 0.1), 0.1, nickel()),
    at(plate(rect(1.4, 1.4, 0.08), 0.12, nickel(), 0.03), 0, 0.2, 0, -Math.PI / 2),
    top(engraving(1.25, 1.2, 'S5 9600', '6 NÚCLEOS · 5,2 GHz'), 0.263),
    smd(5, 0.8, 0.93),
    smd(5, 0.8, -0.93),
  )
}

/** Heat spreader with eight legs and parts in the gaps. */
function octopus(model, sub) {
  const p = []
  const side = [
    [-0.84, -0.84],
    [-0.6, -0.84],
    [-0.56, -0.7],
    [-0.2, -0.7],
    [-0.16, -0.84],
    [0.16, -0.84],
    [0.2, -0.7],
    [0.56, -0.7],
    [0.6, -0.84],
  ]
  for (let q = 0; q < 4; q++)
    for (const [x, y] of side)
      p.push(
        [
          [x, y],
          [-y, x],
          [-x, -y],
          [y, -x],
        ][q],
      )
  return group(
    substrate(2, 2, '#10231f', '#1d4a3c'),
    spreader(outline(p, 0.03), 0.2, nickel()),
    top(engraving(1.25, 1.2, model, sub), 0.283),
    times(4, (q) =>
      at(
        group(
          [-0.38, 0.38].map((x) =>
            times(6, (i) =>
              at(
                box(0.035, 0.05, 0.07, plastic(i % 2 ? '#b5946a' : '#2c2e36'), 0.006),
                x + ((i % 3) - 1) * 0.09,
                0.1,
                0.78 + Math.floor(i / 3) * 0.09,
              ),
            ),
          ),
        ),
        0,
        0,
        0,
        0,
        (q * Math.PI) / 2,
      ),
    ),
  )
}

/** Chip without lid: three dies shown beneath a lifted, lit glass of light. */
function chiplets() {
  const die = (w, d, x, z) =>
    group(
      at(box(w, 0.06, d, gloss('#2b2f4a', { iridescence: 1, iridescenceIOR: 1.8, metalness: 0.7 }), 0.006), x, 0.11, z),
      at(box(w + 0.03, 0.012, d + 0.03, neon('#22d3ee', 1.6), 0.003), x, 0.088, z),
    )
  const lidShape = rect(1.7, 1.7, 0.12)
  return group(
    at(substrate(2, 2, '#141634', '#3a3f86'), 0, 0, 0),
    die(0.72, 0.52, 0, -0.42),
    die(0.46, 0.6, -0.38, 0.36),
    die(0.46, 0.6, 0.38, 0.36),
    times(24, (i) =>
      at(
        box(0.04, 0.04, 0.07, plastic(i % 2 ? '#b5946a' : '#3c3f48'), 0.006),
        ((i % 12) - 5.5) * 0.14,
        0.1,
        i < 12 ? 0.88 : -0.88,
      ),
    ),
    at(
      group(
        at(plate(lidShape, 0.14, nickel(), 0.035), 0, 0, 0, -Math.PI / 2),
        top(engraving(1.4, 1.3, 'S9 9950X', '16 NÚCLEOS · 5,7 GHz'), 0.073),
      ),
      0,
      0.92,
      -0.5,
      0.62,
    ),
  )
}

/** Workstation package: wide carrier frame with a huge lid. */
function titanio() {
  return group(
    at(plate(rect(3.5, 2.7, 0.12), 0.1, plastic('#c8551f', 0.45), 0.02), 0, 0.04, 0, -Math.PI / 2),
    at(substrate(3.2, 2.4, '#12352b', '#23664f'), 0, 0.07, 0),
    at(
      plate(
        outline(
          [
            [-1.4, -0.95],
            [-1.15, -1.08],
            [1.15, -1.08],
            [1.4, -0.95],
            [1.4, 0.95],
            [1.15, 1.08],
            [-1.15, 1.08],
            [-1.4, 0.95],
          ],
          0.05,
        ),
        0.2,
        nickel(),
        0.04,
      ),
      0,
      0.24,
      0,
      -Math.PI / 2,
    ),
    at(plate(rect(2.3, 1.8, 0.08), 0.1, nickel(), 0.03), 0, 0.34, 0, -Math.PI / 2),
    top(engraving(2.1, 1.5, 'TITANIO 64', '64 NÚCLEOS · 8 CANALES'), 0.393),
    smd(12, 2.4, 1.14, 0.14),
    smd(12, 2.4, -1.14, 0.14),
    [-1, 1].map((s) => at(box(0.18, 0.16, 1.2, plastic('#c8551f', 0.45), 0.03), s * 1.72, 0.1, 0)),
  )
}

/** Chip beside its round boxed cooler. */
function withCooler() {
  const fin = metal('#aeb3bf', 0.3)
  const cooler = group(
    at(disc(0.5, 0.5, copper()), 0, 0.3, 0),
    times(56, (i) => {
      const a = (i / 56) * Math.PI * 2
      return at(box(0.6, 0.5, 0.02, fin, 0.004), Math.cos(a) * 0.75, 0.32, Math.sin(a) * 0.75, 0, -a + 0.25)
    }),
    at(
      group(at(rotor({ radius: 0.92, blades: 7, color: '#23242b', hub: 0.34, brand: 'Silex', depth: 0.24 }), 0, 0, 0)),
      0,
      0.78,
      0,
      -Math.PI / 2,
    ),
    ringFrame(),
    times(4, (i) => {
      const a = (i / 4) * Math.PI * 2 + Math.PI / 4
      return group(
        at(box(0.34, 0.1, 0.16, plastic('#1c1d22'), 0.03), Math.cos(a) * 1.18, 0.62, Math.sin(a) * 1.18, 0, -a),
        at(disc(0.07, 0.7, metal('#c5c9d3')), Math.cos(a) * 1.28, 0.4, Math.sin(a) * 1.28),
      )
    }),
  )
  return group(at(cooler, -0.55, 0.02, -0.5), at(chipOnStand(), 1.15, 0, 0.85, 0, -0.25))
}

function ringFrame() {
  const shape = new THREE.Shape().absarc(0, 0, 1.08, 0, Math.PI * 2)
  shape.holes.push(new THREE.Path().absarc(0, 0, 0.97, 0, Math.PI * 2, true))
  return group(
    at(plate(shape, 0.36, plastic('#1b1c22', 0.4), 0.03), 0, 0.76, 0, Math.PI / 2),
    at(plate(shape, 0.02, neon('#7c5cff', 1.6), 0), 0, 0.95, 0, Math.PI / 2),
  )
}

function chipOnStand() {
  const small = group(
    substrate(2, 2),
    spreader(rect(1.6, 1.6, 0.1), 0.14, nickel()),
    top(engraving(1.4, 1.35, 'S3 9300', '4 NÚCLEOS · 4,7 GHz'), 0.224),
  )
  small.scale.setScalar(0.62)
  return group(at(small, 0, 0.6, 0, 1.0))
}

/** Collector's box with a window that shows the chip. */
function boxed() {
  const art = drawn(800, 1000, (c, w, h) => {
    const g = c.createLinearGradient(0, 0, w, h)
    for (const [k, color] of [
      [0, '#1a1040'],
      [0.5, '#4a2bd0'],
      [1, '#0d6f8f'],
    ])
      g.addColorStop(k, color)
    c.fillStyle = g
    c.fillRect(0, 0, w, h)
    for (let i = 0; i < 18; i++) {
      c.strokeStyle = `rgba(160,220,255,${0.05 + i * 0.012})`
      c.lineWidth = 5
      c.strokeRect(w * 0.5 - 40 - i * 26, h * 0.42 - 40 - i * 26, 80 + i * 52, 80 + i * 52)
    }
    paintMark(c, 'Silex', 60, 60, 90, '#fff')
    paintWord(c, 'Silex', 180, 82, 48, '#fff')
    write(c, 'S7', 60, 800, 210, '#fff', { weight: 800 })
    write(c, '9800X', 330, 780, 96, '#fff', { weight: 700 })
    write(c, 'EDICIÓN CACHÉ 3D', 334, 866, 40, '#9ff0ff', { weight: 600 })
  })
  const face = new THREE.MeshPhysicalMaterial({ map: art, roughness: 0.35, clearcoat: 0.6 })
  const chip = octopus('S7 9800X', '104 MB CACHÉ')
  chip.scale.setScalar(0.5)
  const loose = octopus('S7 9800X', '104 MB CACHÉ')
  loose.scale.setScalar(0.62)
  return group(
    at(box(2.2, 2.75, 1.1, plastic('#1b1440', 0.4), 0.03), -0.35, 1.375, -0.4),
    at(card(2.16, 2.7, face), -0.35, 1.375, 0.152),
    at(box(1.26, 1.26, 0.04, black(), 0.02), -0.35, 1.6, 0.15),
    at(box(1.3, 0.02, 0.05, neon('#22d3ee', 2), 0.004), -0.35, 0.96, 0.16),
    at(chip, -0.35, 1.6, 0.17, Math.PI / 2),
    at(box(1.26, 1.26, 0.02, glass('#bcd4ff', 0.12), 0.01), -0.35, 1.6, 0.32),
    at(group(at(loose, 0, 0, 0, 0.85)), 1.3, 0.5, 0.9, 0, -0.2),
  )
}

/** Tips the package towards the camera, so that its lid catches the light. */
const tipped = (part) => group(at(part, 0, 0, 0, 0.85))

const view = { yaw: -26, pitch: 14, fill: 0.72, key: 0.3, env: 0.85 }

export const processors = {
  'procesador-silex-s5-9600': { ...view, build: () => tipped(classic()) },
  'procesador-silex-s7-9700': {
    ...view,
    yaw: 28,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => tipped(octopus('S7 9700', '8 NÚCLEOS · 5,5 GHz')),
  },
  'procesador-silex-s9-9950x': { ...view, yaw: -24, pitch: 24, glow: ['#e23bd0', '#22d3ee'], build: chiplets },
  'procesador-silex-titanio-64': {
    ...view,
    yaw: -22,
    fill: 0.8,
    glow: ['#ff7a3c', '#7c5cff'],
    build: () => tipped(titanio()),
  },
  'procesador-silex-s3-9300-cooler': { ...view, yaw: -14, pitch: 26, fill: 0.82, build: withCooler },
  'procesador-silex-s7-9800x-caja': { ...view, yaw: -22, pitch: 13, fill: 0.82, build: boxed },
}
