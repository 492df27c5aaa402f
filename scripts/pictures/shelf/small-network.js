// Small network parts: Wi-Fi card and patch cable.

import { at, box, disc, group, outline, plate, rect, ring, soft, times, tube } from '../forms.js'
import { brandPrint, markPrint, textPrint } from '../labels.js'
import { fabric, gloss, gold, metal, neon, painted, plastic, rubber } from '../materials.js'
import { board, fingers, screw, turned } from '../sockets.js'

export function antenna(h, material, accent) {
  return group(
    at(box(0.16, 0.2, 0.16, material, 0.05), 0, 0.1, 0),
    at(
      plate(
        outline(
          [
            [-0.09, 0],
            [0.09, 0],
            [0.15, h * 0.85],
            [0.08, h],
            [-0.08, h],
            [-0.15, h * 0.85],
          ],
          0.04,
        ),
        0.1,
        material,
        0.03,
      ),
      0,
      0.16,
      0,
    ),
    accent && at(box(0.02, h * 0.5, 0.02, neon(accent, 2.2), 0.006), 0, h * 0.52, 0.052),
  )
}

export function wifiCard() {
  const fins = painted('#3d3f58', 0.32)
  const card = group(
    at(group(board(2.0, 1.5, 0.05, '#10131c', '#2a3350', 12)), 0, 0, 0, Math.PI / 2),
    at(box(1.3, 1.05, 0.12, fins, 0.02), 0.1, 0.1, 0.1),
    times(9, (i) => at(box(0.05, 1.05, 0.26, fins, 0.012), -0.46 + i * 0.14, 0.1, 0.24)),
    at(plate(rect(1.0, 0.34, 0.05), 0.03, gloss('#111218'), 0.01), 0.1, 0.1, 0.385),
    at(brandPrint('Kyntra', 0.84, { glow: 1.3 }), 0.1, 0.1, 0.403),
    at(fingers(9, 0.5, 0.14), -0.45, -0.8, 0.03),
    at(box(0.54, 0.16, 0.045, plastic('#10131c'), 0.005), -0.45, -0.8, 0),
    at(box(0.03, 2.2, 0.42, metal('#b5bac6', 0.3), 0.008), -1.05, 0, 0.12),
    at(box(0.24, 0.03, 0.42, metal('#b5bac6', 0.3), 0.008), -1.16, 1.1, 0.12),
    [0.3, -0.25].map((y) =>
      at(
        group(
          disc(0.09, 0.26, gold(), 0.02),
          times(6, (i) => at(ring(0.092, 0.008, gold()), 0, -0.1 + i * 0.04, 0)),
        ),
        -1.2,
        y,
        0.14,
        0,
        0,
        Math.PI / 2,
      ),
    ),
    times(3, (i) => at(screw(0.04), 0.75, 0.5 - i * 0.4, 0.16)),
  )
  const stand = group(
    at(
      soft(0.9, 0.26, 0.7, plastic('#24252e', 0.45), 0.11, () => {}),
      0,
      0.13,
      0,
    ),
    [-0.24, 0.24].map((x) => at(antenna(1.75, plastic('#2c2e39', 0.45), '#22d3ee'), x, 0.2, 0, 0, 0, -x * 0.6)),
    at(markPrint('Kyntra', 0.24, { color: '#22d3ee', glow: 1.6 }), 0, 0.14, 0.352),
  )
  return group(
    at(card, -0.1, 0.92, 0),
    at(stand, 1.85, 0, 0.3, 0, -0.2),
    [0.3, -0.25].map((y, i) =>
      tube(
        [
          [-1.3, 0.92 + y, 0.14],
          [-1.75, 0.85 + y, 0.2],
          [-1.75, 0.12, 0.7],
          [-0.6, 0.05, 1.2 + i * 0.2],
          [1.0, 0.05, 1.1 + i * 0.15],
          [1.7, 0.1, 0.7],
        ],
        0.03,
        rubber('#2b2c35'),
      ),
    ),
  )
}

function plug(accent) {
  return group(
    at(box(0.62, 0.42, 0.36, metal('#c5c9d3', 0.24), 0.04), 0, 0, 0),
    at(box(0.42, 0.36, 0.3, plastic('#d8dce8', 0.1, { transparent: true, opacity: 0.5 }), 0.02), 0.48, 0, 0),
    times(8, (i) => at(box(0.2, 0.02, 0.022, gold(), 0.003), 0.58, 0.175, (i - 3.5) * 0.034)),
    at(box(0.55, 0.03, 0.12, plastic('#e5e8f0', 0.3), 0.01), 0.36, 0.25, 0, 0, 0, 0.14),
    at(disc(0.15, 0.5, rubber('#17181d'), 0.04), -0.5, 0, 0, 0, 0, Math.PI / 2),
    at(turned(ring(0.155, 0.02, plastic(accent, 0.3))), -0.32, 0, 0, 0, Math.PI / 2),
    at(textPrint('CAT 8', 0.4, 0.13, { color: '#2b2d38' }), -0.02, 0, 0.182),
  )
}

export function coil() {
  const cord = fabric('#4a3a9a', 90)
  const wound = times(260, (i) => {
    const a = (i / 259) * Math.PI * 2 * 6
    const layer = i / 259
    return [
      Math.cos(a) * (1.15 + 0.06 * Math.sin(a * 0.37)),
      0.12 + Math.abs(Math.sin(layer * 9)) * 0.34,
      Math.sin(a) * (1.15 + 0.08 * Math.cos(a * 0.51)),
    ]
  })
  const last = wound.at(-1)
  return group(
    tube(
      [
        [1.9, 0.22, 1.55],
        [1.5, 0.16, 1.35],
        [1.3, 0.1, 0.7],
        ...wound,
        [last[0], 0.3, last[2] + 0.5],
        [0.75, 0.22, 1.45],
        [0.3, 0.22, 1.75],
      ],
      0.085,
      cord,
      false,
      1400,
    ),
    at(plug('#22d3ee'), 2.35, 0.24, 1.75, 0, -0.42),
    at(plug('#22d3ee'), -0.15, 0.24, 1.95, 0, Math.PI - 0.42 + 0.9),
    at(group(turned(ring(0.26, 0.04, rubber('#15161b')))), -1.15, 0.26, 0, 0, 0),
    at(box(0.1, 0.62, 0.34, fabric('#15161b', 8), 0.04), 0, 0.3, -1.16, 0, Math.PI / 2),
  )
}
