// Seats: gas-lift chairs of four kinds, a floor rocker and a racing cockpit.
import * as THREE from 'three'
import { at, box, disc, group, outline, plate, reshape, ring, soft, surface, times, tube } from '../forms.js'
import { brandPrint, markPrint } from '../labels.js'
import { brushed, fabric, leather, metal, neon, painted, plastic, rubber } from '../materials.js'
import { turned } from '../sockets.js'

function caster(material) {
  return group(
    [-0.05, 0.05].map((x) => at(disc(0.11, 0.07, material, 0.03), x, 0.11, 0, 0, 0, Math.PI / 2)),
    at(disc(0.03, 0.14, metal('#8b909c')), 0, 0.22, 0),
    at(box(0.15, 0.1, 0.16, plastic('#1a1b20'), 0.04), 0, 0.18, 0.02),
  )
}

/** Five-star base, gas lift and tilt mechanism; the seat plate is at y = 0.95. */
function star(material, wheelRing) {
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

function armrest(s, padMaterial, steel) {
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

function seat(main, side, thread) {
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
function racingBack(main, side, thread, wings = 1) {
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

const chair = (lean, back, ...rest) => group(at(group(back), 0, 1.14, -0.5, -lean), ...rest)

function titan() {
  const dark = leather('#1c1d23')
  const violet = leather('#4a35b8')
  const cushion = leather('#24252d')
  return chair(
    0.2,
    group(
      racingBack(dark, violet, '#b9a8ff'),
      at(
        group(
          soft(0.56, 0.26, 0.2, cushion, 0.1, () => {}),
          at(markPrint('Drakon', 0.18, { color: '#b9a8ff' }), 0, 0, 0.102),
        ),
        0,
        1.5,
        0.24,
      ),
      at(
        group(
          soft(0.62, 0.34, 0.2, cushion, 0.1, () => {}),
          at(brandPrint('Drakon', 0.4, { color: '#b9a8ff' }), 0, 0, 0.102),
        ),
        0,
        0.36,
        0.26,
      ),
    ),
    star(painted('#2c2d35', 0.3), '#7c5cff'),
    seat(dark, violet, '#b9a8ff'),
    [-1, 1].map((s) => armrest(s, rubber('#1a1b20'), plastic('#26272e'))),
    [-1, 1].map((s) => at(disc(0.14, 0.06, plastic('#1c1d22')), s * 0.66, 1.2, -0.5, 0, 0, Math.PI / 2)),
  )
}

function aero() {
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

function strata() {
  const cloth = fabric('#6b7184', 16)
  const dark = fabric('#4b5061', 16)
  return chair(
    0.18,
    group(
      soft(1.04, 1.5, 0.3, cloth, 0.14, (v) => {
        v.z += 0.4 * Math.max(0, Math.abs(v.x) - 0.28)
        v.x *= 1 - 0.1 * Math.max(0, v.y)
      }).translateY(0.8),
      at(
        soft(0.6, 1.1, 0.12, dark, 0.055, () => {}),
        0,
        0.72,
        0.15,
      ),
      times(3, (i) => at(box(0.6, 0.012, 0.02, plastic('#34384a', 0.8), 0.004), 0, 0.44 + i * 0.3, 0.212)),
      at(
        soft(0.66, 0.4, 0.22, dark, 0.1, (v) => {
          v.z += 0.3 * Math.max(0, Math.abs(v.x) - 0.16)
        }),
        0,
        1.66,
        0.06,
      ),
      at(markPrint('Drakon', 0.2, { color: '#22d3ee' }), 0, 1.66, 0.176),
    ),
    star(brushed('#5f6470', 0.3)),
    at(
      soft(1.2, 0.3, 1.16, cloth, 0.13, (v) => {
        v.y += 0.06 * (v.x / 0.6) ** 2 - 0.15 * Math.max(0, v.z - 0.36)
      }),
      0,
      1.12,
      0.06,
    ),
    at(
      soft(0.7, 0.08, 1.0, dark, 0.035, (v) => {
        v.y -= 0.15 * Math.max(0, v.z - 0.36)
      }),
      0,
      1.27,
      0.04,
    ),
    [-1, 1].map((s) => armrest(s, fabric('#3d4150', 10), plastic('#2b2d36'))),
  )
}

function relax() {
  const hide = leather('#2b2024')
  const red = leather('#8d1d33')
  const roll = (w, y, z, m, h = 0.36) =>
    at(
      soft(w, h, 0.26, m, 0.125, () => {}),
      0,
      y,
      z,
    )
  return chair(
    0.34,
    group(
      at(
        soft(1.16, 1.8, 0.16, hide, 0.08, () => {}),
        0,
        0.9,
        -0.06,
      ),
      [0.24, 0.6, 0.96].map((y) => roll(0.98, y, 0.08, hide)),
      roll(0.98, 1.32, 0.08, red),
      roll(0.78, 1.66, 0.1, red, 0.34),
      [-1, 1].map((s) =>
        at(
          soft(0.2, 1.2, 0.3, red, 0.09, () => {}),
          s * 0.57,
          0.66,
          0.08,
        ),
      ),
      at(brandPrint('Drakon', 0.44, { color: '#f4dce2' }), 0, 1.66, 0.234),
    ),
    star(painted('#26272e', 0.3)),
    [-0.26, 0.3].map((z, i) =>
      at(
        soft(1.1, 0.32, 0.56, i ? red : hide, 0.14, () => {}),
        0,
        1.12,
        z,
      ),
    ),
    [-1, 1].map((s) =>
      at(
        soft(0.2, 0.14, 0.86, hide, 0.065, () => {}),
        s * 0.72,
        1.62,
        -0.08,
        0.1,
      ),
    ),
    [-1, 1].map((s) =>
      tube(
        [
          [s * 0.72, 1.58, 0.28],
          [s * 0.74, 1.3, 0.34],
          [s * 0.66, 1.02, 0.1],
        ],
        0.05,
        painted('#2b2c33'),
      ),
    ),
    at(
      group(
        [-0.17, 0.17].map((z) =>
          at(
            soft(0.84, 0.18, 0.34, hide, 0.085, () => {}),
            0,
            0,
            z,
          ),
        ),
      ),
      0,
      0.86,
      1.22,
      0.12,
    ),
    [-0.25, 0.25].map((x) =>
      tube(
        [
          [x, 0.93, 0.2],
          [x, 0.84, 1.2],
        ],
        0.025,
        metal('#aab0bb'),
      ),
    ),
  )
}

/** Padded rolls along a curve from the knees to the head, on two rocking rails. */
function rocker() {
  const cloth = fabric('#2a3a6e', 16)
  const dark = fabric('#20242f', 16)
  const curve = new THREE.CatmullRomCurve3(
    [
      [0.42, 0.95],
      [0.34, 0.5],
      [0.36, 0.05],
      [0.55, -0.35],
      [0.95, -0.62],
      [1.4, -0.78],
      [1.85, -0.92],
    ].map(([y, z]) => new THREE.Vector3(0, y, z)),
  )
  const n = 9
  const rail = (s) =>
    tube(
      [
        [s * 0.66, 0.36, 1.05],
        [s * 0.66, 0.1, 0.62],
        [s * 0.66, 0.05, 0.05],
        [s * 0.66, 0.12, -0.5],
        [s * 0.66, 0.4, -1.0],
      ],
      0.055,
      painted('#565b6a', 0.3),
    )
  const side = (s) =>
    tube(
      times(20, (i) => {
        const p = curve.getPointAt(i / 19)
        return [s * 0.64, p.y + 0.06, p.z + 0.05]
      }),
      0.12,
      dark,
    )
  return group(
    times(n, (i) => {
      const p = curve.getPointAt((i + 0.5) / n)
      const t = curve.getTangentAt((i + 0.5) / n)
      return at(
        soft(1.2, 0.26, 0.31, i === n - 1 || i === 4 ? dark : cloth, 0.125, () => {}),
        0,
        p.y,
        p.z,
        Math.atan2(-t.y, t.z),
      )
    }),
    [-1, 1].map(rail),
    [-1, 1].map(side),
    at(
      soft(0.8, 0.34, 0.2, dark, 0.095, () => {}),
      0,
      1.78,
      -0.72,
      -0.3,
    ),
    at(brandPrint('Drakon', 0.5, { color: '#cfe0ff' }), 0, 1.81, -0.615, -0.3),
    at(
      soft(0.06, 0.34, 0.5, dark, 0.025, () => {}),
      0.78,
      0.36,
      0.3,
    ),
  )
}

function cockpit() {
  const steel = painted('#33353f', 0.32)
  const bar = (...points) => tube(points, 0.05, steel, false, 60)
  const dark = leather('#1d1e24')
  const red = leather('#a31f3a')
  const wheel = group(
    turned(ring(0.34, 0.05, leather('#17181c'))),
    times(3, (i) =>
      at(
        group(at(box(0.3, 0.06, 0.04, brushed('#9ba0ab'), 0.01), 0.17, 0, 0)),
        0,
        0,
        0,
        0,
        0,
        [0, Math.PI, -Math.PI / 2][i],
      ),
    ),
    turned(disc(0.12, 0.08, plastic('#15161a'))),
    at(markPrint('Drakon', 0.14, { glow: 1.5 }), 0, 0, 0.045),
    at(box(0.04, 0.05, 0.02, neon('#e23bd0', 3), 0.006), 0, 0.335, 0.05),
  )
  return group(
    [-1, 1].map((s) => bar([s * 0.46, 0.08, -1.1], [s * 0.46, 0.08, 0], [s * 0.46, 0.08, 1.9])),
    [-1.0, 0.5, 1.85].map((z) => bar([-0.5, 0.08, z], [0, 0.08, z], [0.5, 0.08, z])),
    [-1, 1].map((s) => bar([s * 0.46, 0.1, 1.0], [s * 0.42, 0.6, 0.85], [s * 0.36, 1.12, 0.72])),
    bar([-0.36, 1.12, 0.72], [0, 1.12, 0.72], [0.36, 1.12, 0.72]),
    at(box(0.5, 0.06, 0.36, steel, 0.02), 0, 1.16, 0.76),
    at(
      group(at(box(0.36, 0.3, 0.36, plastic('#17181d'), 0.05), 0, 0, 0.2), at(wheel, 0, 0.05, -0.12, 0.3, Math.PI)),
      0,
      1.34,
      0.62,
    ),
    at(group(racingBack(dark, red, '#ffb3c2', 1.2)), 0, 0.42, -0.62, -0.3),
    at(group(seat(dark, red, '#ffb3c2')), 0, -0.72, 0.0, -0.1),
    at(box(0.9, 0.1, 0.9, steel, 0.03), 0, 0.2, 0),
    at(box(0.86, 0.05, 0.5, painted('#26272e'), 0.015), 0, 0.3, 1.66, -0.5),
    [-0.24, 0, 0.24].map((x) => at(box(0.14, 0.34, 0.03, brushed('#b9bec9', 0.3), 0.01), x, 0.52, 1.66, 0.45)),
    bar([0.5, 0.1, 0.4], [0.62, 0.5, 0.4], [0.62, 0.78, 0.4]),
    at(
      group(
        disc(0.03, 0.34, metal('#c5c9d2')),
        at(new THREE.Mesh(new THREE.SphereGeometry(0.07, 24, 16), plastic('#111216', 0.2)), 0, 0.2, 0),
      ),
      0.62,
      0.94,
      0.4,
      -0.1,
    ),
  )
}

const view = { yaw: -32, pitch: 9, fill: 0.84, key: 0.5 }

export const chairs = {
  'silla-drakon-titan': { ...view, build: titan },
  'silla-drakon-aero': { ...view, yaw: 34, key: 0.22, env: 0.6, glow: ['#22d3ee', '#3b82f6'], build: aero },
  'silla-drakon-strata': { ...view, yaw: -24, key: 0.35, env: 0.7, glow: ['#22d3ee', '#7c5cff'], build: strata },
  'silla-drakon-relax': { ...view, yaw: 42, pitch: 12, glow: ['#ff3b5c', '#7c5cff'], build: relax },
  'silla-drakon-rocker': { ...view, yaw: 46, pitch: 14, fill: 0.76, glow: ['#3b82f6', '#22d3ee'], build: rocker },
  'cockpit-drakon-pista': { ...view, yaw: 58, pitch: 16, glow: ['#e23bd0', '#ff3b5c'], build: cockpit },
}
