// Parts that the seats share: castors, star foot, arm rests, stitching, cushions and the racing back.

import * as THREE from 'three'
import { at, box, disc, group, outline, plate, reshape, ring, soft, times } from '../forms.js'
import { brandPrint } from '../labels.js'
import { metal, neon, painted, plastic } from '../materials.js'
import { turned } from '../sockets.js'

function caster(material) {
  return group(
    [-0.05, 0.05].map((x) => at(disc(0.11, 0.07, material, 0.03), x, 0.11, 0, 0, 0, Math.PI / 2)),
    at(disc(0.03, 0.14, metal('#8b909c')), 0, 0.22, 0),
    at(box(0.15, 0.1, 0.16, plastic('#1a1b20'), 0.04), 0, 0.18, 0.02),
  )
}

/** Five-star base, gas lift and tilt mechanism; the seat plate is at y = 0.95. */
export function star(material, wheelRing) {
  const arm = () =>
    reshape(box(0.2, 0.13, 0.92, material, 0.05, 6), (v) => {
      const k = v.z / 0.92 + 0.5
      v.y -= k * k * 0.14
      v.x *= 1.15 - 0.45 * k
    })
  return group(
    times(5, (i) => {
      const a = (i / 5) * Math.PI * 2 + 0.32
      return group(
        at(arm(), Math.sin(a) * 0.5, 0.38, Math.cos(a) * 0.5, 0, a),
        at(caster(plastic('#26272e', 0.5)), Math.sin(a) * 0.92, 0, Math.cos(a) * 0.92, 0, a + 0.6),
      )
    }),
    at(disc(0.15, 0.16, material, 0.04), 0, 0.4, 0),
    at(disc(0.1, 0.34, plastic('#1c1d22')), 0, 0.58, 0),
    at(disc(0.06, 0.4, metal('#c0c4ce', 0.2)), 0, 0.75, 0),
    at(box(0.5, 0.1, 0.6, painted('#1c1d22'), 0.03), 0, 0.93, 0),
    wheelRing && at(ring(0.14, 0.012, neon(wheelRing, 2)), 0, 0.5, 0),
  )
}

export function armrest(s, padMaterial, steel) {
  return at(
    group(
      at(box(0.14, 0.56, 0.18, steel, 0.04), 0, 0.26, 0),
      at(box(0.3, 0.06, 0.14, steel, 0.02), -s * 0.14, 0.0, 0),
      at(
        soft(0.24, 0.1, 0.62, padMaterial, 0.045, () => {}),
        0,
        0.58,
        0.06,
      ),
    ),
    s * 0.78,
    1.02,
    0.02,
  )
}

/** Stitch line: short dashes along points. */
function stitches(points, color) {
  const curve = new THREE.CatmullRomCurve3(points.map((p) => new THREE.Vector3(...p)))
  const n = Math.round(curve.getLength() / 0.045)
  const thread = plastic(color, 0.6)
  return group(
    times(n, (i) => {
      const here = curve.getPoint((i + 0.2) / n)
      const next = curve.getPoint((i + 0.8) / n)
      return new THREE.Mesh(new THREE.TubeGeometry(new THREE.LineCurve3(here, next), 1, 0.007, 6), thread)
    }),
  )
}

const dish = (v) => {
  v.y += 0.1 * (v.x / 0.6) ** 2 - 0.12 * Math.max(0, v.z - 0.38)
}

export function seat(main, side, thread) {
  return group(
    at(
      soft(0.94, 0.24, 1.2, main, 0.11, (v) => {
        v.y -= 0.14 * Math.max(0, v.z - 0.36)
      }),
      0,
      1.12,
      0.06,
    ),
    [-1, 1].map((s) => at(soft(0.3, 0.34, 1.12, side, 0.14, dish), s * 0.56, 1.14, 0.03, 0, 0, s * 0.18)),
    thread &&
      [-0.2, 0.2].map((x) =>
        stitches(
          [
            [x, 1.246, -0.45],
            [x, 1.248, 0.2],
            [x, 1.225, 0.55],
          ],
          thread,
        ),
      ),
  )
}

/** Racing back: contour with wings and shoulder holes, centred on x; stands from y = 0 to 1.95. */
export function racingBack(main, side, thread, wings = 1) {
  const half = [
    [0.42, 0],
    [0.62, 0.3],
    [0.6, 0.75],
    [0.5 + 0.12 * wings, 1.15],
    [0.62 * (0.86 + 0.14 * wings), 1.4],
    [0.42, 1.62],
    [0.38, 1.88],
    [0.28, 1.98],
  ]
  const shape = outline([...half, ...half.toReversed().map(([x, y]) => [-x, y])], 0.16)
  for (const s of [-1, 1])
    shape.holes.push(new THREE.Path().absellipse(s * 0.24, 1.45, 0.11, 0.075, 0, Math.PI * 2, true, s * 0.35))
  const curl = (v) => {
    v.z += 0.34 * Math.max(0, Math.abs(v.x) - 0.26)
  }
  const centre = outline(
    [
      [-0.27, 0.06],
      [0.27, 0.06],
      [0.31, 0.7],
      [0.29, 1.24],
      [-0.29, 1.24],
      [-0.31, 0.7],
    ],
    0.1,
  )
  return group(
    reshape(plate(shape, 0.26, side, 0.1), curl),
    at(
      reshape(plate(centre, 0.14, main, 0.06), (v) => {
        v.z += 0.05 * Math.sin((v.y / 1.25) * Math.PI)
      }),
      0,
      0,
      0.17,
    ),
    [-0.14, 0.14].map((x) =>
      stitches(
        [
          [x, 0.12, 0.246],
          [x, 0.65, 0.292],
          [x, 1.18, 0.246],
        ],
        thread,
      ),
    ),
    [-1, 1].map((s) => at(ringEllipse(), s * 0.24, 1.45, 0.135, 0, 0, s * 0.35)),
    at(brandPrint('Drakon', 0.42, { color: '#eceaf8', mark: false }), 0, 1.7, 0.135),
  )
}

function ringEllipse() {
  const r = turned(ring(0.115, 0.02, plastic('#7c5cff', 0.3)))
  r.scale.set(1, 0.7, 1)
  return r
}

export const chair = (lean, back, ...rest) => group(at(group(back), 0, 1.14, -0.5, -lean), ...rest)
