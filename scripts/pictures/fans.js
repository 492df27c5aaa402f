// Fans of all kinds: card fans, case fans and the lit rings round them. The axis is z, the front faces +z.
import * as THREE from 'three'
import { at, disc, group, outline, plate, rect, ring, surface, times, washer } from './forms.js'
import { markPrint } from './labels.js'
import { black, neon, plastic } from './materials.js'

const facing = (mesh, z = 0) => at(mesh, 0, 0, z, Math.PI / 2)

/** One swept blade from hub to rim. */
function blade(inner, outer, chord, depth, sweep, material) {
  return surface(
    (u, v) => {
      const r = inner + (outer - inner) * u
      const angle = (v - 0.5) * chord * (1 - 0.28 * u) + sweep * u * u
      const lift = depth * (0.5 - v) + depth * 0.25 * Math.sin(v * Math.PI)
      return [r * Math.cos(angle), r * Math.sin(angle), lift]
    },
    material,
    14,
    10,
  )
}

/** Rotor with blades, hub cap and optional outer band. */
export function rotor({
  radius,
  blades = 9,
  color = '#1b1c22',
  hub = 0.3,
  band = false,
  brand,
  translucent,
  depth = 0.22,
}) {
  const material = translucent
    ? plastic(color, 0.3, { emissive: translucent, emissiveIntensity: 0.55, clearcoat: 0.4 })
    : plastic(color, 0.34, { clearcoat: 0.35, clearcoatRoughness: 0.3 })
  const cap = plastic(color, 0.32, { clearcoat: 0.5 })
  const set = group(
    times(blades, (i) => {
      const one = blade(
        radius * hub * 0.95,
        radius * 0.97,
        (Math.PI * 2 * 1.18) / blades,
        radius * depth,
        0.35,
        material,
      )
      one.rotation.z = (i / blades) * Math.PI * 2
      return one
    }),
    facing(disc(radius * hub, radius * 0.2, cap, radius * 0.05), radius * 0.05),
    band && facing(washer(radius, radius * 0.955, radius * 0.18, material)),
  )
  if (brand) set.add(at(markPrint(brand, radius * hub * 1.05), 0, 0, radius * 0.155))
  return set
}

/** Fan seen in a shroud's opening: dark well, rotor, and an optional lit ring round it. */
export function wellFan({ radius, glow, ...options }) {
  return group(
    facing(disc(radius * 1.02, 0.02, black()), -radius * 0.2),
    facing(washer(radius * 1.05, radius * 0.985, radius * 0.34, plastic('#0b0c10', 0.5)), -radius * 0.05),
    glow && facing(ring(radius * 0.955, radius * 0.026, neon(glow, 2.6)), radius * 0.2),
    at(
      rotor({ radius: radius * (glow ? 0.92 : 0.97), brand: 'Vortex', ...options }),
      0,
      0,
      0,
      0,
      0,
      options.turn ?? 0.3,
    ),
  )
}

function frameShape(side, r) {
  const shape = rect(side, side, side * 0.07)
  shape.holes.push(new THREE.Path().absarc(0, 0, r, 0, Math.PI * 2, true))
  for (const [x, y] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ])
    shape.holes.push(new THREE.Path().absarc(x * side * 0.44, y * side * 0.44, side * 0.022, 0, Math.PI * 2, true))
  return shape
}

/** Square case fan; side in units, thickness a fifth of it. glow lights the ring, translucent the blades. */
export function caseFan({
  side = 1.2,
  color = '#15161b',
  glow,
  blades = 9,
  bladeColor,
  brand = 'Polaria',
  translucent,
  square,
}) {
  const thick = side * 0.21
  const r = side * 0.465
  const body = plastic(color, 0.5)
  const front = thick / 2
  return group(
    at(plate(frameShape(side, r), thick * 0.22, body, 0.01), 0, 0, front - thick * 0.11),
    at(plate(frameShape(side, r), thick * 0.22, body, 0.01), 0, 0, -front + thick * 0.11),
    facing(washer(r * 1.04, r * 0.985, thick * 0.9, body)),
    glow && facing(ring(r * 0.99, side * 0.012, neon(glow, 2.4)), front),
    glow && facing(ring(r * 0.99, side * 0.012, neon(glow, 2.4)), -front),
    glow && square && at(edgeLight(side, glow), 0, 0, front - thick * 0.45),
    at(
      rotor({ radius: r * 0.96, blades, color: bladeColor ?? color, brand, translucent, band: true, depth: 0.25 }),
      0,
      0,
      front * 0.2,
    ),
    times(4, (i) => strut(r, i, body, -front * 0.8)),
  )
}

function strut(r, i, material, z) {
  const arm = plate(
    outline([
      [0, -0.02],
      [r, -0.03],
      [r, 0.03],
      [0, 0.02],
    ]),
    0.03,
    material,
    0.004,
  )
  return at(arm, 0, 0, z, 0, 0, (i * Math.PI) / 2 + 0.5)
}

function edgeLight(side, glow) {
  const shape = rect(side * 1.012, side * 1.012, side * 0.07)
  shape.holes.push(new THREE.Path(rect(side * 0.97, side * 0.97, side * 0.07).getPoints(12)))
  return plate(shape, side * 0.02, neon(glow, 2.2), 0)
}
