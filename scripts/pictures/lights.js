// The studio's light: an environment of soft boxes for reflections, a key light with shadow and two coloured rims.
import * as THREE from 'three'

function panel(scene, color, strength, size, position) {
  const material = new THREE.MeshBasicMaterial({
    color: new THREE.Color(color).multiplyScalar(strength),
    side: THREE.DoubleSide,
  })
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(...size), material)
  mesh.position.set(...position)
  mesh.lookAt(0, 0, 0)
  scene.add(mesh)
}

/** Builds the reflection environment: dark room, overhead soft box, white strips and coloured side strips. */
export function studioEnvironment(renderer) {
  const room = new THREE.Scene()
  room.background = new THREE.Color('#08090d')
  panel(room, '#f4f6ff', 7, [5, 3.2], [0.5, 6, 1.5])
  panel(room, '#ffffff', 7, [0.9, 5], [-6, 2, 3.2])
  panel(room, '#e6ebff', 2.4, [4, 3], [3.5, 2.4, 6.5])
  panel(room, '#ffffff', 1.5, [5, 3], [-2.5, 3.5, 7])
  panel(room, '#7c5cff', 9, [1.4, 5], [-5.5, 1.5, -3.5])
  panel(room, '#22d3ee', 7, [1.4, 5], [5.5, 1.5, -3.5])
  panel(room, '#e23bd0', 2.2, [4, 0.8], [0, 0.8, -6])
  panel(room, '#8fa0ff', 0.5, [12, 12], [0, -6, 0])
  const generator = new THREE.PMREMGenerator(renderer)
  const { texture } = generator.fromScene(room, 0.015)
  generator.dispose()
  return texture
}

function spot(scene, color, strength, position, target = [0, 0.4, 0]) {
  const light = new THREE.SpotLight(color, strength, 0, 0.5, 0.9, 1.6)
  light.position.set(...position)
  light.target.position.set(...target)
  scene.add(light, light.target)
  return light
}

/** Lights follow the camera's yaw, so that every subject is lit from the same side of the picture. */
export function addLights(scene, { glow, camera, key }) {
  const yaw = Math.atan2(camera.position.x, camera.position.z)
  const turned = (x, y, z) => new THREE.Vector3(x, y, z).applyAxisAngle(new THREE.Vector3(0, 1, 0), yaw).toArray()
  const main = spot(scene, '#fff4ea', 120 * key, turned(-2.6, 4.6, 3.4))
  main.castShadow = true
  main.shadow.mapSize.set(2048, 2048)
  main.shadow.radius = 6
  main.shadow.bias = -0.0006
  main.shadow.normalBias = 0.012
  main.shadow.camera.near = 1
  main.shadow.camera.far = 14
  spot(scene, glow[0], 60, turned(-3.8, 2.6, -3.2))
  spot(scene, glow[1], 55, turned(3.8, 1.9, -3))
  spot(scene, '#dbe2ff', 34 * key, turned(3.6, 1.4, 4))
  scene.environmentRotation.y = yaw
}
