// Ergonomic chair with a mesh back.

import { at, box, group, soft, surface, times, tube } from '../forms.js'
import { brushed, fabric, plastic, rubber } from '../materials.js'
import { armrest, chair, star } from './seat-parts.js'

export function aero() {
  const net = fabric('#6f7686', 26)
  net.transparent = true
  net.opacity = 0.78
  const bow = (w, y0, y1, dz) => (u, v) => {
    const x = (u - 0.5) * 2
    const y = y0 + (y1 - y0) * v
    return [x * w * (1 - 0.14 * v * v), y, 0.16 * x * x + dz * Math.sin(v * Math.PI)]
  }
  const edge = (w, y0, y1, dz) => {
    const f = bow(w, y0, y1, dz)
    return [
      ...times(10, (i) => f(0, i / 9)),
      ...times(8, (i) => f((i + 1) / 9, 1)),
      ...times(10, (i) => f(1, 1 - i / 9)),
      ...times(8, (i) => f(1 - (i + 1) / 9, 0)),
    ]
  }
  const frame = plastic('#b9bdc8', 0.45)
  const steel = brushed('#c3c7d1', 0.26)
  return chair(
    0.16,
    group(
      surface(bow(0.56, 0.2, 1.36, 0.16), net, 30, 30),
      tube(edge(0.56, 0.2, 1.36, 0.16), 0.042, frame, true, 200),
      surface(bow(0.34, 1.56, 1.9, 0.05), net.clone(), 20, 10),
      tube(edge(0.34, 1.56, 1.9, 0.05), 0.034, frame, true, 160),
      tube(
        [
          [0, 0, -0.12],
          [0, 0.5, -0.1],
          [0, 1.2, -0.06],
          [0, 1.75, 0.02],
        ],
        0.05,
        steel,
      ),
      at(
        soft(0.72, 0.2, 0.08, rubber('#2a2c34'), 0.04, (v) => {
          v.z += 0.2 * v.x * v.x
        }),
        0,
        0.56,
        0.04,
      ),
      [0.45, 1.1].map((y) =>
        tube(
          [
            [-0.52, y, 0.12],
            [0, y - 0.08, -0.08],
            [0.52, y, 0.12],
          ],
          0.03,
          frame,
        ),
      ),
    ),
    star(steel),
    at(
      soft(1.12, 0.16, 1.1, fabric('#4d5361', 22), 0.08, (v) => {
        v.y -= 0.18 * Math.max(0, v.z - 0.32)
      }),
      0,
      1.1,
      0.08,
    ),
    at(box(1.04, 0.06, 1.0, frame, 0.03), 0, 1.0, 0.06),
    [-1, 1].map((s) => armrest(s, rubber('#2a2c34'), frame)),
  )
}
