// What every graphics card has: bracket, fins, board, shroud.

import { at, box, drill, group, outline, plate, rect, times } from '../forms.js'
import { black, metal, neon, painted, plastic } from '../materials.js'
import { fingers, port, vent } from '../sockets.js'

export const H = 1.28

/** Bracket at the left end, turned so that its ports face -x. */
function bracket(height, depth, ports) {
  const steel = metal('#8f949d', 0.36)
  return group(
    at(box(0.03, height + 0.16, depth + 0.1, steel, 0.008), 0, -0.02, 0),
    at(box(0.22, 0.03, depth + 0.1, steel, 0.01), -0.1, height / 2 + 0.06, 0),
    ports.map((kind, i) => at(port(kind, 1), -0.02, 0.34 - i * 0.27, depth * 0.22, 0, -Math.PI / 2, Math.PI / 2)),
    at(
      at(vent(0.2, height * 0.7, 4), -0.018, 0, -depth * 0.22, 0, -Math.PI / 2),
      -0.018,
      0,
      -depth * 0.2,
      0,
      -Math.PI / 2,
    ),
  )
}

function fins(length, height, depth) {
  const steel = metal('#a4a9b3', 0.34)
  const n = Math.round(length / 0.055)
  return group(times(n, (i) => at(box(0.012, height, depth, steel, 0.003), (i - (n - 1) / 2) * (length / n), 0, 0)))
}

/** Board, gold fingers, backplate and cooler block common to all cards; z = 0 is the board. */
export function body(length, depth, { plateColor = '#17181d', height = H, ports = ['dp', 'dp', 'dp', 'hdmi'] }) {
  return group(
    at(box(length, height, 0.05, plastic('#0c0d10', 0.5), 0.01), 0, 0, 0),
    at(plate(rect(length * 1.005, height * 1.01, 0.05), 0.035, painted(plateColor, 0.35)), 0, 0, -0.06),
    at(fins(length * 0.96, height * 0.9, depth - 0.18), 0, 0, depth / 2 - 0.02),
    at(box(1.05, 0.12, 0.045, plastic('#0c0d10'), 0.005), -length / 2 + 0.95, -height / 2 - 0.05, 0),
    at(fingers(28, 1.0, 0.09), -length / 2 + 0.95, -height / 2 - 0.06, 0.025),
    at(bracket(height, depth, ports), -length / 2 - 0.03, 0, depth / 2 - 0.05),
  )
}

/** Powers the card: socket on the top edge. */
export const powerSocket = (x, height) => at(box(0.34, 0.1, 0.16, black(), 0.01), x, height / 2, 0.1)

export function shroud(shape, fansAt, radius, material, depth) {
  return at(
    plate(
      drill(
        shape,
        fansAt.map((x) => [x, 0, radius * 1.03 - 0.045]),
      ),
      0.3,
      material,
      0.045,
    ),
    0,
    0,
    depth - 0.13,
  )
}

export const facets = (l, h) =>
  outline(
    [
      [-l / 2, -h / 2 + 0.12],
      [-l / 2 + 0.16, -h / 2],
      [-l * 0.2, -h / 2],
      [-l * 0.17, -h / 2 + 0.07],
      [l * 0.17, -h / 2 + 0.07],
      [l * 0.2, -h / 2],
      [l / 2 - 0.3, -h / 2],
      [l / 2, -h / 2 + 0.26],
      [l / 2, h / 2 - 0.1],
      [l / 2 - 0.12, h / 2],
      [l * 0.2, h / 2],
      [l * 0.17, h / 2 - 0.07],
      [-l * 0.17, h / 2 - 0.07],
      [-l * 0.2, h / 2],
      [-l / 2 + 0.26, h / 2],
      [-l / 2, h / 2 - 0.24],
    ],
    0.04,
  )

export function slash(x, y, length, color, angle) {
  return at(box(length, 0.028, 0.02, neon(color, 2.6), 0.008), x, y, 0, 0, 0, angle)
}
