// Renders one subject in the dark studio (lights, mirror floor, bloom) and returns it as a PNG data URL.
import * as THREE from 'three'
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js'
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js'
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js'
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js'
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js'
import { frame } from './camera.js'
import { backdrop, mirrorFloor } from './floor.js'
import { addLights, studioEnvironment } from './lights.js'

let renderer
let environment

function prepare(width, height) {
  if (!renderer) {
    renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true })
    renderer.toneMapping = THREE.ACESFilmicToneMapping
    renderer.shadowMap.enabled = true
    renderer.shadowMap.type = THREE.PCFShadowMap
    document.body.append(renderer.domElement)
    environment = studioEnvironment(renderer)
  }
  renderer.setPixelRatio(1)
  renderer.setSize(width, height)
  renderer.toneMappingExposure = 1.15
}

/** Scales the subject to a bounding radius of 1 and stands it on the floor, centred. */
function standOnFloor(subject) {
  const box = new THREE.Box3().setFromObject(subject, true)
  const radius = box.getSize(new THREE.Vector3()).length() / 2
  const middle = box.getCenter(new THREE.Vector3())
  const stage = new THREE.Group()
  subject.position.sub(new THREE.Vector3(middle.x, box.min.y, middle.z))
  stage.add(subject)
  stage.scale.setScalar(1 / radius)
  stage.traverse((part) => {
    if (!part.isMesh) return
    part.castShadow = !part.material.transparent
    part.receiveShadow = true
  })
  stage.updateMatrixWorld(true)
  return stage
}

function develop(scene, camera, width, height, { bloom = 0.3, ao = true }) {
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType, samples: 4 })
  const composer = new EffectComposer(renderer, target)
  composer.addPass(new RenderPass(scene, camera))
  if (ao) {
    const occlusion = new GTAOPass(scene, camera, width, height)
    occlusion.updateGtaoMaterial({ radius: 0.12, distanceExponent: 1.4, thickness: 0.6, scale: 1.15, samples: 12 })
    composer.addPass(occlusion)
  }
  composer.addPass(new UnrealBloomPass(new THREE.Vector2(width, height), bloom, 0.7, 1.5))
  composer.addPass(new OutputPass())
  composer.render()
  const url = renderer.domElement.toDataURL('image/png')
  for (const pass of composer.passes) pass.dispose()
  composer.dispose()
  target.dispose()
  return url
}

function dispose(scene) {
  scene.traverse((part) => {
    part.geometry?.dispose()
    for (const material of [part.material].flat()) {
      material?.map?.dispose()
      material?.dispose()
    }
    if (part.isReflector) part.dispose()
  })
}

/** From where each view of a product is taken, besides the one that its shelf entry says. */
const views = {
  front: (angle) => angle,
  side: ({ yaw, pitch, ...rest }) => ({ yaw: yaw >= 0 ? yaw - 78 : yaw + 78, pitch: pitch + 9, ...rest }),
  // What mirrors the light is shown at the angle at which it does not.
  detail: ({ yaw, pitch, fill, ...rest }, { mirrors }) => ({
    ...(mirrors ? { yaw, pitch } : { yaw: yaw * 0.4, pitch: pitch + 5 }),
    fill: fill * 1.8,
    ...rest,
  }),
}

/** Shoots one shelf item; size is the side in pixels. Item: { build, yaw, pitch, fov, glow: [hex, hex], fill }; view: of `views`. */
export function shootProduct(item, size, view) {
  prepare(size, size)
  const scene = new THREE.Scene()
  scene.environment = environment
  const stage = standOnFloor(item.build())
  scene.add(stage)
  const { yaw = 30, pitch = 14, fov = 24, fill = 0.8 } = item
  const camera = frame(stage, views[view]({ yaw, pitch, fov, fill }, item))
  const glow = item.glow ?? ['#7c5cff', '#22d3ee']
  addLights(scene, { glow, camera, key: item.key ?? 1 })
  scene.add(backdrop(glow, camera, size, size))
  scene.add(mirrorFloor({ renderer, stage, camera, glow, width: size, height: size }))
  scene.environmentIntensity = item.env ?? 1
  const url = develop(scene, camera, size, size, { bloom: item.bloom ?? 0.28, ao: item.ao ?? true })
  dispose(scene)
  return url
}

/** Shoots one hero room; hero.build(scene) fills the scene and returns its camera. */
export function shootHero(hero, width, height) {
  prepare(width, height)
  renderer.toneMappingExposure = hero.exposure ?? 1
  const scene = new THREE.Scene()
  scene.environment = environment
  scene.environmentIntensity = hero.env ?? 0.25
  const camera = hero.build(scene, width / height)
  scene.traverse((part) => {
    if (!part.isMesh || part.isReflector) return
    part.castShadow = !part.material.transparent
    part.receiveShadow = true
  })
  scene.updateMatrixWorld(true)
  const url = develop(scene, camera, width, height, { bloom: hero.bloom ?? 0.55, ao: true })
  dispose(scene)
  return url
}
