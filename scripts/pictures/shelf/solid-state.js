// Solid-state drives and the swivel stick.

import { at, box, disc, drill, group, outline, plate, rect, ring, soft, times } from '../forms.js'
import { brandPrint, paintMark, paintWord, print, write } from '../labels.js'
import { black, brushed, gold, metal, neon, painted, plastic } from '../materials.js'
import { board, fingers, screw, turned } from '../sockets.js'

const flat = (part, x, y, z) => at(part, x, y, z, -Math.PI / 2)

function m2Board() {
  return group(
    board(3.2, 0.88, 0.05, '#0d1420', '#24324e', 5),
    flat(fingers(24, 0.8, 0.18), 1.56, 0.03, 0).rotateZ(Math.PI / 2),
    at(disc(0.12, 0.056, gold()), -1.6, 0, 0),
    at(disc(0.075, 0.07, black()), -1.62, 0, 0),
    times(14, (i) =>
      at(
        box(0.05, 0.05, 0.03, plastic(i % 3 ? '#a8875c' : '#3c3f48'), 0.006),
        1.32 - (i % 2) * 0.08,
        0.045,
        -0.36 + Math.floor(i / 2) * 0.12,
      ),
    ),
  )
}

export function m2({
  model = 'NV7',
  text = '1 TB · PCIe 4.0',
  dark = '#1b1c2b',
  bright = '#3a2596',
  accent = '#7c5cff',
} = {}) {
  const chip = (w, d, x) => at(box(w, 0.075, d, plastic('#15161b', 0.42), 0.01), x, 0.06, 0)
  const stick = group(
    m2Board(),
    chip(0.5, 0.5, 0.95),
    chip(0.34, 0.5, 0.45),
    chip(0.62, 0.74, -0.22),
    chip(0.62, 0.74, -0.98),
    flat(
      print(2.05, 0.8, (c, w, h) => {
        const g = c.createLinearGradient(0, 0, w, 0)
        g.addColorStop(0, dark)
        g.addColorStop(1, bright)
        c.fillStyle = g
        c.fillRect(0, 0, w, h)
        paintMark(c, 'Silex', w * 0.05, h * 0.2, h * 0.3, '#fff')
        paintWord(c, 'Silex', w * 0.2, h * 0.27, h * 0.16, '#fff')
        write(c, model, w * 0.05, h * 0.75, h * 0.3, '#c8bbff', { weight: 800 })
        write(c, text, w * 0.36, h * 0.76, h * 0.15, '#e4e6f2')
        c.fillStyle = accent
        c.fillRect(w * 0.97, 0, w * 0.03, h)
      }),
      -0.3,
      0.101,
      0,
    ),
  )
  return group(at(stick, 0, 0.5, 0, 0.82, 0, 0.06))
}

export function heatStick() {
  const fin = painted('#4a4d5a', 0.36)
  const rib = (i) =>
    at(
      plate(
        outline(
          [
            [-1.5, 0],
            [1.46, 0],
            [1.46, 0.3],
            [1.1, 0.46],
            [-1.24, 0.46],
            [-1.5, 0.3],
          ],
          0.03,
        ),
        0.04,
        fin,
        0.008,
      ),
      0,
      0.14,
      (i - 4.5) * 0.092,
    )
  const stick = group(
    m2Board(),
    at(box(3.0, 0.14, 0.92, fin, 0.02), -0.02, 0.1, 0),
    times(10, (i) => (i > 3 && i < 6 ? null : rib(i))).filter(Boolean),
    at(
      plate(
        outline(
          [
            [-1.5, 0],
            [1.46, 0],
            [1.46, 0.3],
            [1.1, 0.45],
            [-1.24, 0.45],
            [-1.5, 0.3],
          ],
          0.03,
        ),
        0.2,
        brushed('#8a8fa0', 0.3),
        0.012,
      ),
      0,
      0.14,
      0,
    ),
    flat(brandPrint('Silex', 1.0, { color: '#15161b' }), -0.35, 0.594, 0),
    at(box(2.2, 0.012, 0.02, neon('#e23bd0', 2.4), 0.004), -0.08, 0.594, 0.085),
    [-1, 1].map((s) => at(screw(0.045), s * 1.4, 0.2, 0.468)),
  )
  return group(at(stick, 0, 0.5, 0, 0.85))
}

export function sata() {
  const shell = painted('#5d6270', 0.42)
  const drive = group(
    at(
      plate(
        drill(rect(2.0, 2.8, 0.1), [
          [-0.86, 1.25, 0.035],
          [0.86, 1.25, 0.035],
          [-0.86, -1.25, 0.035],
          [0.86, -1.25, 0.035],
        ]),
        0.2,
        shell,
        0.025,
      ),
      0,
      0,
      0,
    ),
    at(
      plate(
        outline(
          [
            [-0.82, -1.1],
            [0.82, -1.1],
            [0.82, 0.7],
            [0.5, 1.1],
            [-0.82, 1.1],
          ],
          0.06,
        ),
        0.02,
        plastic('#14151b', 0.4),
        0.006,
      ),
      0,
      0,
      0.105,
    ),
    at(
      print(1.6, 2.1, (c, w, h) => {
        paintMark(c, 'Silex', w * 0.08, h * 0.06, w * 0.2, '#fff')
        paintWord(c, 'Silex', w * 0.33, h * 0.09, w * 0.1, '#fff')
        write(c, 'S3', w * 0.08, h * 0.48, w * 0.42, '#22d3ee', { weight: 800 })
        write(c, '960 GB', w * 0.08, h * 0.7, w * 0.17, '#fff', { weight: 700 })
        write(c, 'SSD SATA III · 2,5"', w * 0.08, h * 0.84, w * 0.085, '#9fa8bd', { weight: 500 })
        c.fillStyle = '#22d3ee'
        c.fillRect(w * 0.08, h * 0.92, w * 0.5, h * 0.012)
      }),
      0,
      0,
      0.118,
    ),
    at(box(1.1, 0.1, 0.1, black(), 0.01), 0.2, -1.38, 0),
    at(fingers(18, 1.0, 0.08), 0.2, -1.41, 0.02),
  )
  return group(
    at(drive, -0.3, 1.42, 0, -0.14, 0.2, 0),
    flat(
      group(
        at(
          group(
            plate(rect(2.0, 2.8, 0.1), 0.2, shell, 0.025),
            [
              [-0.8, 1.2],
              [0.8, 1.2],
              [-0.8, -1.2],
              [0.8, -1.2],
            ].map(([x, y]) => at(screw(0.05), x, y, 0.1)),
          ),
          0,
          0,
          0,
          0,
          0,
          1.1,
        ),
      ),
      0.5,
      0.11,
      1.1,
    ),
  )
}

export function stickDrive() {
  const steel = brushed('#c9cdd7', 0.26)
  const body = group(
    at(plate(rect(1.9, 0.68, 0.3), 0.24, painted('#34285e', 0.3), 0.06), 0, 0, 0),
    at(box(0.62, 0.5, 0.17, metal('#c5c9d3', 0.22), 0.02), 1.2, 0, 0),
    at(box(0.02, 0.42, 0.06, plastic('#1a5fd0'), 0.004), 1.51, 0, 0.03),
    [-0.11, 0.11].map((y) => at(box(0.12, 0.09, 0.012, black(), 0.002), 1.28, y, 0.083)),
    at(
      soft(0.42, 0.34, 0.11, metal('#b5bac5', 0.2), 0.05, () => {}),
      -1.08,
      0,
      0,
    ),
    at(brandPrint('Silex', 0.8, { color: '#e6e1ff' }), -0.28, 0, 0.123),
  )
  const clip = group(
    [-1, 1].map((s) => at(plate(drill(rect(2.1, 0.74, 0.3), [[-0.7, 0, 0.1]]), 0.04, steel, 0.01), 0.5, 0, s * 0.17)),
    at(box(0.05, 0.5, 0.38, steel, 0.02), 1.53, 0, 0),
    at(
      print(1.2, 0.3, (c, w, h) =>
        write(c, 'DUO 256 GB', w / 2, h / 2, h * 0.6, '#34285e', { align: 'center', weight: 800 }),
      ),
      0.72,
      0,
      0.194,
      0,
      0,
      Math.PI,
    ),
    [-1, 1].map((s) => at(turned(disc(0.13, 0.06, metal('#8b909c', 0.2))), -0.2, 0, s * 0.19)),
  )
  return group(
    at(group(body, at(group(clip), -0.42, 0, 0, 0, 0, 2.35)), 0, 1.0, 0, -0.14, 0, 0.3),
    at(turned(ring(0.28, 0.025, metal('#d8dce5', 0.18))), -1.72, 1.83, -0.1, 0, 0.5),
  )
}
