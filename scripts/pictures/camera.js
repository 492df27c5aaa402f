// Places the camera so that the subject fills the picture, whatever its proportions.
import * as THREE from 'three'

function outline(stage) {
  const points = []
  const corner = new THREE.Vector3()
  stage.traverse((part) => {
    if (!part.isMesh) return
    const position = part.geometry.attributes.position
    const step = Math.max(1, Math.floor(position.count / 200))
    for (let i = 0; i < position.count; i += step) {
      points.push(corner.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld).clone())
    }
  })
  return points
}

function extent(points, camera) {
  const box = new THREE.Box2()
  for (const point of points) {
    const seen = point.clone().project(camera)
    box.expandByPoint(new THREE.Vector2(seen.x, seen.y))
  }
  return box
}

/** Returns a camera turned by yaw and pitch (degrees) whose view holds the stage in `fill` of the frame. */
export function frame(stage, { yaw, pitch, fov, fill }) {
  const camera = new THREE.PerspectiveCamera(fov, 1, 0.1, 60)
  const points = outline(stage)
  const target = new THREE.Vector3(0, 0.4, 0)
  const [a, b] = [yaw * (Math.PI / 180), pitch * (Math.PI / 180)]
  const direction = new THREE.Vector3(Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b))
  let distance = 5
  for (let round = 0; round < 6; round++) {
    camera.position.copy(target).addScaledVector(direction, distance)
    camera.lookAt(target)
    camera.updateMatrixWorld(true)
    const box = extent(points, camera)
    const half = Math.tan((fov * Math.PI) / 360) * distance
    const middle = box.getCenter(new THREE.Vector2())
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1)
    // The subject sits a little above the middle, so that its reflection has room.
    target.addScaledVector(right, middle.x * half).addScaledVector(up, (middle.y - 0.035) * half)
    const size = box.getSize(new THREE.Vector2())
    distance *= Math.max(size.x, size.y * 1.04) / (2 * fill)
  }
  camera.position.copy(target).addScaledVector(direction, distance)
  camera.lookAt(target)
  camera.updateMatrixWorld(true)
  return camera
}
