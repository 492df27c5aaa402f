// Liquid-cooled graphics card with its radiator.

import { caseFan } from '../fans.js'
import { at, box, disc, group, outline, plate, times, tube } from '../forms.js'
import { brandPrint, textPrint } from '../labels.js'
import { brushed, metal, neon, painted, plastic } from '../materials.js'
import { body, H, powerSocket } from './card-body.js'

/** Liquid-cooled card beside its radiator. */
export function hydro() {
  const length = 2.75
  const shell = painted('#2a2b33', 0.32)
  const hose = plastic('#0e0f12', 0.7)
  const radiator = group(
    at(box(2.42, 1.22, 0.27, painted('#101116', 0.5), 0.03), 0, 0, -0.28),
    [-0.6, 0.6].map((x) => at(caseFan({ side: 1.18, glow: '#e23bd0', brand: 'Vortex' }), x, 0, 0)),
  )
  return group(
    at(
      group(
        body(length, 0.36, {}),
        at(box(length, H, 0.24, shell, 0.05), 0, 0, 0.22),
        at(
          plate(
            outline(
              [
                [-1.1, -0.42],
                [0.9, -0.42],
                [1.1, -0.1],
                [1.1, 0.42],
                [-0.8, 0.42],
                [-1.1, 0.14],
              ],
              0.05,
            ),
            0.06,
            brushed('#4a4f59', 0.3),
            0.015,
          ),
          0,
          0,
          0.36,
        ),
        at(brandPrint('Vortex', 1.25, { color: '#ffffff', glow: 1.5 }), -0.02, 0.06, 0.395),
        at(textPrint('HYDRO', 0.9, 0.14, { color: '#ff8df2', glow: 1.6 }), -0.02, -0.22, 0.395),
        slashRow(0.34),
        powerSocket(0.8, H),
      ),
      0.1,
      0.76,
      0.95,
    ),
    at(radiator, -0.2, 1.35, -0.75, 0, 0.12),
    tube(
      [
        [1.3, 0.95, 1.05],
        [1.75, 1.0, 0.9],
        [2.0, 1.4, 0.2],
        [1.75, 1.75, -0.6],
        [1.1, 1.72, -0.95],
      ],
      0.075,
      hose,
    ),
    tube(
      [
        [1.3, 0.65, 1.05],
        [1.85, 0.7, 0.95],
        [2.2, 1.1, 0.1],
        [1.85, 1.35, -0.8],
        [1.1, 1.3, -1.0],
      ],
      0.075,
      hose,
    ),
    [0.95, 0.65].map((y) => at(disc(0.1, 0.2, metal('#6a6f79')), 1.46, y, 1.04, 0, 0, Math.PI / 2)),
  )
}

const slashRow = (z) =>
  group(
    times(3, (i) =>
      at(box(0.2, 0.025, 0.02, neon('#e23bd0', 2.6), 0.006), 1.16 - i * 0.06, -0.5 + i * 0.06, z + 0.01, 0, 0, 0.8),
    ),
  )
