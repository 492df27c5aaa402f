// Geometry vocabulary: every builder composes these meshes. Lengths are free units; the studio scales each subject.
import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js'

/** Moves, turns (radians) and returns the object. */
export function at(object, x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0) {
  object.position.set(x, y, z)
  object.rotation.set(rx, ry, rz)
  return object
}

export function group(...children) {
  const set = new THREE.Group()
  set.add(...children.flat(3).filter(Boolean))
  return set
}

export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i))

/** Box with rounded edges; r is clamped to what fits. */
export function box(w, h, d, material, r = 0.03, segments = 4) {
  const radius = Math.max(0.001, Math.min(r, Math.min(w, h, d) / 2 - 0.0005))
  return new THREE.Mesh(new RoundedBoxGeometry(w, h, d, segments, radius), material)
}

/** Upright cylinder with a small bevel on both rims. */
export function disc(r, h, material, bevel = 0.02, rTop = r, segments = 64) {
  const b = Math.min(bevel, h / 2, r / 2)
  const profile = [
    [0, -h / 2],
    [r - b, -h / 2],
    [r - b * 0.3, -h / 2 + b * 0.3],
    [r, -h / 2 + b],
    [rTop, h / 2 - b],
    [rTop - b * 0.3, h / 2 - b * 0.3],
    [rTop - b, h / 2],
    [0, h / 2],
  ]
  return lathe(profile, material, segments)
}

/** Turns a profile of [radius, height] pairs round the y axis. */
export function lathe(profile, material, segments = 64) {
  const points = profile.map(([r, y]) => new THREE.Vector2(Math.max(r, 0.00001), y))
  return new THREE.Mesh(new THREE.LatheGeometry(points, segments), material)
}

/** Ring lying in the xz plane. */
export function ring(radius, thickness, material, arc = Math.PI * 2) {
  const geometry = new THREE.TorusGeometry(radius, thickness, 16, 96, arc)
  geometry.rotateX(Math.PI / 2)
  return new THREE.Mesh(geometry, material)
}

/** Flat washer (xz plane) with real thickness: outer and inner radius. */
export function washer(outer, inner, h, material) {
  const m = h / 2
  const e = Math.min(0.012, h / 3)
  return lathe(
    [
      [inner, -m],
      [outer - e, -m],
      [outer, -m + e],
      [outer, m - e],
      [outer - e, m],
      [inner + e, m],
      [inner, m - e],
      [inner, -m],
    ],
    material,
    96,
  )
}

/** Smooth tube through points. */
export function tube(points, radius, material, closed = false, segments = 120) {
  const path = new THREE.CatmullRomCurve3(
    points.map((p) => new THREE.Vector3(...p)),
    closed,
    'catmullrom',
    0.5,
  )
  return new THREE.Mesh(new THREE.TubeGeometry(path, segments, radius, 16, closed), material)
}

/** Closed outline from [x, y] points, optionally with rounded corners of radius r. */
export function outline(points, r = 0) {
  const shape = new THREE.Shape()
  const n = points.length
  for (let i = 0; i < n; i++) {
    const here = new THREE.Vector2(...points[i])
    const before = new THREE.Vector2(...points[(i + n - 1) % n])
    const after = new THREE.Vector2(...points[(i + 1) % n])
    const cut = Math.min(r, here.distanceTo(before) / 2.01, here.distanceTo(after) / 2.01)
    const a = here.clone().add(before.sub(here).setLength(cut || 0.00001))
    const b = here.clone().add(after.sub(here).setLength(cut || 0.00001))
    if (i === 0) shape.moveTo(a.x, a.y)
    else shape.lineTo(a.x, a.y)
    shape.quadraticCurveTo(here.x, here.y, b.x, b.y)
  }
  shape.closePath()
  return shape
}

export const rect = (w, h, r = 0.05) =>
  outline(
    [
      [-w / 2, -h / 2],
      [w / 2, -h / 2],
      [w / 2, h / 2],
      [-w / 2, h / 2],
    ],
    r,
  )

/** Cuts round holes [x, y, radius] into an outline. */
export function drill(shape, holes) {
  for (const [x, y, r] of holes) shape.holes.push(new THREE.Path().absarc(x, y, r, 0, Math.PI * 2, true))
  return shape
}

/** Plate: outline in xy, thickness along z (centred), bevelled edges. */
export function plate(shape, depth, material, bevel = 0.015) {
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: Math.max(0.001, depth - bevel * 2),
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: bevel > 0.05 ? 10 : 3,
    curveSegments: 48,
  })
  geometry.translate(0, 0, -(depth - bevel * 2) / 2)
  return new THREE.Mesh(bevel > 0.05 ? toCreasedNormals(geometry, 0.7) : geometry, material)
}

/** Picture plane facing +z. */
export function card(w, h, material) {
  return new THREE.Mesh(new THREE.PlaneGeometry(w, h), material)
}

/** Soft body: rounded box whose vertices are then moved by bend(v) (THREE.Vector3, in place). */
export function soft(w, h, d, material, r, bend, segments = 14) {
  const geometry = new RoundedBoxGeometry(w, h, d, segments, Math.min(r, Math.min(w, h, d) / 2 - 0.001))
  return reshape(new THREE.Mesh(geometry, material), bend)
}

/** Moves every vertex by bend(v) and makes the normals anew. */
export function reshape(mesh, bend) {
  const position = mesh.geometry.attributes.position
  const v = new THREE.Vector3()
  for (let i = 0; i < position.count; i++) {
    bend(v.fromBufferAttribute(position, i))
    position.setXYZ(i, v.x, v.y, v.z)
  }
  if (mesh.geometry.index) mesh.geometry.computeVertexNormals()
  else mesh.geometry = toCreasedNormals(mesh.geometry, 0.7)
  return mesh
}

/** Surface from f(u, v) -> [x, y, z], u and v in 0..1. */
export function surface(f, material, nu = 24, nv = 12) {
  const geometry = new THREE.PlaneGeometry(1, 1, nu, nv)
  const { position, uv } = geometry.attributes
  for (let i = 0; i < position.count; i++) position.setXYZ(i, ...f(uv.getX(i), uv.getY(i)))
  geometry.computeVertexNormals()
  material.side = THREE.DoubleSide
  return new THREE.Mesh(geometry, material)
}
