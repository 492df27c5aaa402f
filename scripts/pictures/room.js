// The night room of the heroes: props, lamps, walls, light panels and the lit desktop tower.

import * as THREE from 'three'
import { coolers } from '#scripts/pictures/shelf/coolers.js'
import { graphicsCards } from '#scripts/pictures/shelf/graphics-cards.js'
import { caseFan } from './fans.js'
import { at, box, group, outline, plate, times } from './forms.js'
import { glass, neon, painted, plastic } from './materials.js'

/** Builds a shelf item scaled to a width and standing on y. */
export function prop(item, size, x, y, z, turn = 0) {
  const part = item.build()
  const bounds = new THREE.Box3().setFromObject(part, true)
  const k = size / bounds.getSize(new THREE.Vector3()).length()
  const middle = bounds.getCenter(new THREE.Vector3())
  part.position.sub(new THREE.Vector3(middle.x, bounds.min.y, middle.z))
  const holder = group(part)
  holder.scale.setScalar(k)
  return at(holder, x, y, z, 0, turn)
}

export const furnish = (scene, ...parts) => scene.add(group(parts))

export function lamp(scene, color, strength, position, target, shadow) {
  const light = new THREE.SpotLight(color, strength, 0, 0.8, 1, 1.7)
  light.position.set(...position)
  light.target.position.set(...target)
  light.castShadow = Boolean(shadow)
  light.shadow.mapSize.set(2048, 2048)
  light.shadow.bias = -0.0008
  light.shadow.normalBias = 0.02
  scene.add(light, light.target)
}

export function glowPoint(scene, color, strength, x, y, z) {
  const light = new THREE.PointLight(color, strength, 0, 1.8)
  light.position.set(x, y, z)
  scene.add(light)
}

export const eye = (aspect, position, target, fov) => {
  const camera = new THREE.PerspectiveCamera(fov, aspect, 0.1, 80)
  camera.position.set(...position)
  camera.lookAt(...target)
  camera.updateMatrixWorld(true)
  return camera
}

export function room(scene, wallZ) {
  scene.background = new THREE.Color('#020206')
  scene.fog = new THREE.Fog('#04040a', 9, 26)
  const wall = painted('#15161f', 0.75)
  furnish(
    scene,
    at(box(40, 0.2, 40, painted('#0e0f15', 0.3), 0.01), 0, -0.1, 0),
    at(box(40, 14, 0.2, wall, 0.01), 0, 7, wallZ - 0.3),
    times(26, (i) => at(box(0.34, 14, 0.14, wall, 0.03), -12 + i * 0.9, 7, wallZ - 0.16)),
  )
}

/** Hexagon light panels on a wall. */
export function hexagons(spots, z) {
  const r = 0.5
  const hex = (k) =>
    outline(
      times(6, (i) => [Math.cos((i * Math.PI) / 3) * r * k, Math.sin((i * Math.PI) / 3) * r * k]),
      0.05,
    )
  return group(
    spots.map(([q, s, color, strength]) =>
      at(
        group(
          plate(hex(1), 0.1, plastic('#15161c'), 0.02),
          at(plate(hex(0.92), 0.02, neon(color, strength), 0), 0, 0, 0.06),
        ),
        q * 0.78,
        s * 0.9 + (Math.abs(q) % 2) * 0.45,
        z,
      ),
    ),
  )
}

/** Desktop tower with a glass side, lit fans and a graphics card inside. */
export function tower() {
  const dark = painted('#1b1c24', 0.4)
  const [w, h, d] = [1.1, 2.3, 2.2]
  return group(
    at(box(w, 0.08, d, dark), 0, 0.1, 0),
    at(box(w, 0.08, d, dark), 0, h, 0),
    at(box(0.06, h, d, dark), w / 2, h / 2, 0),
    at(box(w, h, 0.06, dark), 0, h / 2, -d / 2),
    times(3, (i) =>
      at(
        caseFan({
          side: 0.68,
          color: '#22232b',
          glow: ['#e23bd0', '#7c5cff', '#22d3ee'][i],
          bladeColor: '#3b3d52',
          translucent: '#4a3bb0',
          blades: 9,
        }),
        0,
        0.5 + i * 0.7,
        d / 2 - 0.02,
      ),
    ),
    prop(graphicsCards['placa-vortex-vx-9070'], 1.7, -0.1, 0.55, -0.2, -Math.PI / 2),
    prop(coolers['cooler-polaria-boreal-120'], 1.0, 0.05, 1.2, -0.2, -Math.PI / 2),
    at(box(0.02, h - 0.1, d - 0.1, glass('#9fb4ff', 0.08), 0.005), -w / 2, h / 2 + 0.05, 0),
    at(box(0.02, 0.03, d, neon('#7c5cff', 2.4), 0.005), -w / 2, 0.13, 0),
  )
}
