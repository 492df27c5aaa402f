// Processors: packages with different heat spreaders, a boxed cooler set and a collector's box.

import { at, box, group, outline, plate, rect, times } from '../forms.js'
import { gloss, neon, plastic } from '../materials.js'
import { boxed, withCooler } from './boxed-processors.js'
import { engraving, nickel, octopus, smd, spreader, substrate, top } from './chip-parts.js'

/** Stepped square heat spreader. */
function classic(model, sub) {
  return group(
    substrate(2, 2),
    spreader(rect(1.66, 1.7, 0.1), 0.1, nickel()),
    at(plate(rect(1.4, 1.4, 0.08), 0.12, nickel(), 0.03), 0, 0.2, 0, -Math.PI / 2),
    top(engraving(1.25, 1.2, model, sub), 0.263),
    smd(5, 0.8, 0.93),
    smd(5, 0.8, -0.93),
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
function titanio(model, sub) {
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
    top(engraving(2.1, 1.5, model, sub), 0.393),
    smd(12, 2.4, 1.14, 0.14),
    smd(12, 2.4, -1.14, 0.14),
    [-1, 1].map((s) => at(box(0.18, 0.16, 1.2, plastic('#c8551f', 0.45), 0.03), s * 1.72, 0.1, 0)),
  )
}

/** Tips the package towards the camera, so that its lid catches the light. */
const tipped = (part) => group(at(part, 0, 0, 0, 0.85))

const view = { yaw: -26, pitch: 14, fill: 0.72, key: 0.3, env: 0.85, mirrors: true }

export const processors = {
  'procesador-silex-s5-9600': { ...view, build: () => tipped(classic('S5 9600', '6 NÚCLEOS · 5,2 GHz')) },
  'procesador-silex-s5-9500g': {
    ...view,
    yaw: -32,
    glow: ['#22d3ee', '#7c5cff'],
    build: () => tipped(classic('S5 9500G', '6 NÚCLEOS · S-GRAPH 8')),
  },
  'procesador-silex-s9-9900x': {
    ...view,
    glow: ['#e23bd0', '#3b82f6'],
    build: () => tipped(octopus('S9 9900X', '12 NÚCLEOS · 5,6 GHz')),
  },
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
    build: () => tipped(titanio('TITANIO 64', '64 NÚCLEOS · 8 CANALES')),
  },
  'procesador-silex-titanio-24': {
    ...view,
    yaw: -30,
    fill: 0.8,
    glow: ['#3b82f6', '#22d3ee'],
    build: () => tipped(titanio('TITANIO 24', '24 NÚCLEOS · 8 CANALES')),
  },
  'procesador-silex-s5-7600': { ...view, yaw: -20, build: () => tipped(classic('S5 7600', '6 NÚCLEOS · 4,4 GHz')) },
  'procesador-silex-s3-9300-cooler': { ...view, yaw: -14, pitch: 26, fill: 0.82, build: withCooler },
  'procesador-silex-s7-9800x-caja': { ...view, yaw: -22, pitch: 13, fill: 0.82, build: boxed },
}
