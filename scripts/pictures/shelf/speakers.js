// A pair of desk speakers.

import { at, box, disc, group, lathe, plate, rect, ring, tube } from '../forms.js'
import { brandPrint } from '../labels.js'
import { black, metal, neon, painted, plastic, rubber } from '../materials.js'
import { turned } from '../sockets.js'

/** Round driver facing +z: basket, surround, cone and cap. */
function driver(r, cone, cap) {
  const profile = [
    [0, -r * 0.28],
    [r * 0.3, -r * 0.26],
    [r * 0.82, 0],
    [r * 0.84, 0.012],
    [r * 0.3, -r * 0.24],
    [0, -r * 0.26],
  ]
  return group(
    turned(disc(r * 1.08, 0.04, metal('#3b3e47', 0.35), 0.012)),
    at(turned(disc(r * 0.98, 0.05, black())), 0, 0, 0.002),
    at(turned(ring(r * 0.9, r * 0.075, rubber('#15161a'))), 0, 0, 0.025),
    at(turned(lathe(profile, cone)), 0, 0, 0.03),
    at(turned(disc(r * 0.3, r * 0.12, cap, r * 0.05)), 0, 0, -r * 0.06),
  )
}

function speaker(side) {
  const shell = painted('#24262d', 0.4)
  return group(
    at(box(1.0, 1.7, 1.1, shell, 0.08), 0, 0.9, 0),
    at(plate(rect(0.94, 1.62, 0.1), 0.05, plastic('#181a20', 0.5), 0.015), 0, 0.9, 0.555),
    at(driver(0.36, plastic('#34285e', 0.5), metal('#8d7be0', 0.25)), 0, 0.64, 0.585),
    at(driver(0.16, plastic('#1d1e24', 0.4), metal('#c9cdd7', 0.2)), 0, 1.3, 0.585),
    at(turned(ring(0.41, 0.014, neon(side > 0 ? '#e23bd0' : '#7c5cff', 2.4))), 0, 0.64, 0.595),
    at(brandPrint('Kyntra', 0.4, { color: '#b9bece' }), 0, 0.16, 0.583),
    side > 0 && at(turned(disc(0.07, 0.08, metal('#c5c9d2', 0.2), 0.015)), 0.33, 1.06, 0.59),
    [-1, 1].map((x) => [-1, 1].map((z) => at(disc(0.09, 0.06, rubber()), x * 0.36, 0.02, z * 0.4))),
  )
}

export function speakers() {
  return group(
    at(speaker(-1), -0.85, 0, 0, 0, 0.28),
    at(speaker(1), 0.85, 0, 0.1, 0, -0.22),
    tube(
      [
        [-0.9, 0.2, -0.6],
        [-0.5, 0.05, -1.0],
        [0.4, 0.05, -0.95],
        [0.9, 0.2, -0.5],
      ],
      0.03,
      rubber('#2b2c33'),
    ),
  )
}
