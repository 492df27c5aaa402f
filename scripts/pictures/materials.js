// Physically based materials of the studio, and the small canvas textures they need.
import * as THREE from 'three'

const physical = (options) => new THREE.MeshPhysicalMaterial(options)

export const plastic = (color = '#15161b', roughness = 0.42, more = {}) =>
  physical({ color, roughness, metalness: 0.02, ...more })
export const gloss = (color = '#0d0e12', more = {}) =>
  physical({ color, roughness: 0.22, clearcoat: 1, clearcoatRoughness: 0.06, ...more })
export const metal = (color = '#9aa0aa', roughness = 0.3, more = {}) =>
  physical({ color, roughness, metalness: 1, ...more })
export const painted = (color = '#1a1b20', roughness = 0.38) => physical({ color, roughness, metalness: 0.55 })
export const rubber = (color = '#0b0b0d') => physical({ color, roughness: 0.85 })
export const gold = () => metal('#d8a94a', 0.28)
export const copper = () => metal('#c77548', 0.24)
export const black = () => physical({ color: '#030304', roughness: 0.6 })

export const glass = (color = '#aab4c8', opacity = 0.22) =>
  physical({ color, roughness: 0.05, transparent: true, opacity, clearcoat: 1, depthWrite: false })

/** Self-lit surface; strength above 1 makes it bloom. */
export function neon(color = '#7c5cff', strength = 3.2) {
  const tint = new THREE.Color(color).multiplyScalar(strength)
  return new THREE.MeshBasicMaterial({ color: tint })
}

/** Draws on a canvas and returns it as a texture. */
export function drawn(width, height, paint, { data = false, repeat } = {}) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  paint(canvas.getContext('2d'), width, height)
  const texture = new THREE.CanvasTexture(canvas)
  if (!data) texture.colorSpace = THREE.SRGBColorSpace
  texture.anisotropy = 16
  if (repeat) {
    texture.wrapS = THREE.RepeatWrapping
    texture.wrapT = THREE.RepeatWrapping
    texture.repeat.set(...repeat)
  }
  return texture
}

/** A fixed sequence of numbers in [0, 1), so that two runs give the same picture. */
export function dice(seed = 7) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

function grainTexture(repeat, paintDot) {
  const random = dice(11)
  return drawn(
    256,
    256,
    (c) => {
      c.fillStyle = '#808080'
      c.fillRect(0, 0, 256, 256)
      for (let i = 0; i < 5200; i++) paintDot(c, random)
    },
    { data: true, repeat: [repeat, repeat] },
  )
}

/** Leather: fine irregular pores. */
export function leather(color = '#141418', repeat = 3) {
  const bumpMap = grainTexture(repeat, (c, random) => {
    c.fillStyle = `rgba(${random() > 0.5 ? '255,255,255' : '0,0,0'},0.16)`
    c.beginPath()
    c.ellipse(random() * 256, random() * 256, 1 + random() * 3, 1 + random() * 2, random() * 3, 0, 7)
    c.fill()
  })
  return physical({ color, roughness: 0.46, bumpMap, bumpScale: 1.2, clearcoat: 0.25, clearcoatRoughness: 0.5 })
}

/** Woven fabric or mesh cloth. */
export function fabric(color = '#3a3d47', repeat = 14, roughness = 0.95) {
  const bumpMap = drawn(
    64,
    64,
    (c) => {
      c.fillStyle = '#222'
      c.fillRect(0, 0, 64, 64)
      c.fillStyle = '#eee'
      for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) c.fillRect(i * 16 + ((j % 2) * 8 + 1), j * 16 + 1, 12, 13)
    },
    { data: true, repeat: [repeat, repeat] },
  )
  return physical({
    color,
    roughness,
    bumpMap,
    bumpScale: 2,
    sheen: 0.6,
    sheenRoughness: 0.5,
    sheenColor: new THREE.Color(color),
  })
}

/** Brushed metal. */
export function brushed(color = '#8d929c', roughness = 0.34) {
  const random = dice(5)
  const map = drawn(512, 512, (c) => {
    c.fillStyle = '#dddddd'
    c.fillRect(0, 0, 512, 512)
    for (let i = 0; i < 1400; i++) {
      c.fillStyle = `rgba(${random() > 0.5 ? '255,255,255' : '120,120,120'},0.10)`
      c.fillRect(random() * 512 - 200, random() * 512, 200 + random() * 400, 1)
    }
  })
  return physical({ color, roughness, metalness: 1, map })
}

/** Perforated grille seen as a texture: see-through mesh of hexagonal holes. */
export function grille(color = '#0e0f13', repeat = [20, 10], gap = 10) {
  const alphaMap = drawn(
    56,
    96,
    (c) => {
      c.fillStyle = '#fff'
      c.fillRect(0, 0, 56, 96)
      c.fillStyle = '#000'
      for (const [x, y] of [
        [28, 24],
        [0, 72],
        [56, 72],
      ]) {
        c.beginPath()
        c.arc(x, y, 28 - gap, 0, 7)
        c.fill()
      }
    },
    { data: true, repeat },
  )
  return physical({ color, roughness: 0.4, metalness: 0.6, alphaMap, alphaTest: 0.5, side: THREE.DoubleSide })
}

/** Lit display showing a drawn picture; it takes no light, so that no lamp washes it out. */
export function screen(texture, strength = 1.1) {
  return new THREE.MeshBasicMaterial({ map: texture, color: new THREE.Color(strength, strength, strength) })
}
