// Substrate, heat spreader, engraving and the octopus lid.

import { at, box, group, outline, plate, times } from '../forms.js'
import { paintMark, paintWord, print, write } from '../labels.js'
import { brushed, gold, plastic } from '../materials.js'
import { board } from '../sockets.js'

/** Laser engraving on the heat spreader. */
export function engraving(w, h, model, sub) {
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

export const smd = (n, w, z, seedless) =>
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
export function substrate(w, d, ground = '#12352b', line = '#1f5a47') {
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

export const spreader = (shape, h, material) => at(plate(shape, h, material, 0.035), 0, 0.08 + h / 2, 0, -Math.PI / 2)

export const nickel = () => brushed('#c5c9d3', 0.3)

export const top = (part, y, z = 0) => at(part, 0, y, z, -Math.PI / 2)

/** Heat spreader with eight legs and parts in the gaps. */
export function octopus(model, sub) {
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
