// Keyboard, mouse and desk mat.

import * as THREE from 'three'
import { at, box, disc, group, plate, rect, reshape, ring, soft, surface, times, tube } from '../forms.js'
import { keyField, wave } from '../keys.js'
import { brandPrint, markPrint } from '../labels.js'
import { black, brushed, drawn, fabric, gloss, metal, neon, plastic, rubber } from '../materials.js'

const glowDeck = (w, d) =>
  new THREE.MeshBasicMaterial({
    map: drawn(512, 128, (c) => {
      const g = c.createLinearGradient(0, 0, 512, 0)
      times(9, (i) => g.addColorStop(i / 8, wave(i / 8)))
      c.fillStyle = g
      c.fillRect(0, 0, 512, 128)
    }),
    color: new THREE.Color(0.95 * (w > d ? 1 : 0.9), 0.95, 0.95),
  })

function dimmed(material, k) {
  material.color.multiplyScalar(k)
  return material
}

/** With a cable, or without one and then without light. `legend`: the colour of letters that don't glow. */
export function keyboard({ metal: tone = '#3a3d47', keys = '#24252c', accent = '#5b3fd6', isWireless, legend } = {}) {
  const [w, d] = [3.68, 1.42]
  const deck = plate(rect(w, d, 0.09), 0.2, brushed(tone, 0.34), 0.03)
  const tilt = group(
    at(deck, 0, 0.1, 0, -Math.PI / 2),
    !isWireless && at(plate(rect(w + 0.02, d + 0.02, 0.09), 0.035, glowDeck(w, d), 0.004), 0, 0.03, 0, -Math.PI / 2),
    at(
      box(w - 0.16, 0.02, d - 0.2, isWireless ? plastic('#c3c7d0', 0.7) : dimmed(glowDeck(w, d), 0.06), 0.005),
      0,
      0.202,
      0.02,
    ),
    at(
      keyField({
        unit: 0.19,
        material: plastic(keys, 0.5),
        accent: plastic(accent, 0.42),
        ...(legend && { ink: () => legend, glow: 0.9 }),
      }),
      0,
      0.23,
      0.03,
    ),
    at(disc(0.085, 0.16, metal('#c2c6cf', 0.25), 0.02), 1.62, 0.27, -0.58),
    at(brandPrint('Kyntra', 0.3, { color: legend ?? '#e8eaf2' }), 1.3, 0.212, -0.64, -Math.PI / 2),
  )
  return group(
    at(tilt, 0, 0.1, 0, 0.07),
    !isWireless &&
      tube(
        [
          [0, 0.16, -0.7],
          [0.05, 0.12, -1.0],
          [0.5, 0.05, -1.25],
          [1.3, 0.05, -1.2],
          [1.7, 0.05, -1.5],
        ],
        0.045,
        fabric('#3a3550', 20),
      ),
  )
}

/** Mouse shell: an ellipsoid-like body narrowed at the waist. */
function mouseShell(material, k = 1, cut = 0) {
  return reshape(new THREE.Mesh(new THREE.SphereGeometry(1, 96, 64), material), (v) => {
    const z = v.z
    const waist = 1 - 0.16 * Math.exp(-((z - 0.15) ** 2) / 0.12)
    const hump = 1 - 0.22 * (z + 0.25) ** 2
    v.set(
      Math.sign(v.x) * Math.abs(v.x) ** 0.72 * 0.56 * waist * k,
      Math.max(v.y, -0.08) * (v.y > 0 ? 0.62 * hump : 1) * k,
      Math.sign(z) * Math.abs(z) ** 0.86 * 1.02 * k,
    )
    if (cut) v.y = Math.min(v.y, cut)
  })
}

export function mouse({
  color = '#1d1e24',
  light = '#7c5cff',
  wheel = '#22d3ee',
  logo = '#8f78ff',
  hasCable = false,
} = {}) {
  const shell = plastic(color, 0.5)
  return group(
    at(mouseShell(shell), 0, 0.12, 0),
    at(mouseShell(neon(light, 2.2), 1.004, -0.045), 0, 0.125, 0),
    at(mouseShell(black(), 0.985), 0, 0.08, 0),
    tube(
      times(14, (i) => {
        const z = -0.99 + i * 0.075
        return [0, 0.137 + mouseHeight(z), z]
      }),
      0.012,
      black(),
    ),
    at(box(0.2, 0.2, 0.44, black(), 0.1), 0, 0.58, -0.5, 0.36),
    at(
      group(
        at(disc(0.19, 0.12, rubber('#17181c'), 0.04), 0, 0, 0, 0, 0, Math.PI / 2),
        [-0.055, 0.055].map((x) => at(ring(0.185, 0.012, neon(wheel, 2.4)), x, 0, 0, 0, 0, Math.PI / 2)),
      ),
      0,
      0.57,
      -0.5,
    ),
    at(
      soft(0.06, 0.09, 0.36, plastic('#3a3c46', 0.35), 0.03, () => {}),
      -0.465,
      0.42,
      -0.22,
      0.05,
      0.05,
      -0.45,
    ),
    at(
      soft(0.06, 0.09, 0.32, plastic('#3a3c46', 0.35), 0.03, () => {}),
      -0.462,
      0.4,
      0.18,
      -0.03,
      -0.03,
      -0.45,
    ),
    hasCable &&
      tube(
        [
          [0, 0.14, -0.95],
          [0.02, 0.1, -1.3],
          [0.3, 0.05, -1.6],
          [1.1, 0.04, -1.5],
          [1.5, 0.04, -0.9],
        ],
        0.035,
        fabric('#2b2d36', 20),
      ),
    at(
      group(at(markPrint('Kyntra', 0.3, { color: logo, glow: 1.9 }), 0, 0, 0, 0, 0, Math.PI)),
      0,
      mouseHeight(0.46) + 0.135,
      0.46,
      -Math.PI / 2 + Math.atan2(mouseHeight(0.4) - mouseHeight(0.52), 0.12),
    ),
  )
}

const mouseHeight = (z) => {
  const zz = Math.sign(z) * (Math.abs(z) / 1.02) ** (1 / 0.86)
  return Math.sqrt(Math.max(0, 1 - zz * zz)) * 0.62 * (1 - 0.22 * (zz + 0.25) ** 2)
}

export function deskMat() {
  const [w, d] = [4.6, 2.1]
  const art = drawn(2048, 936, (c, cw, ch) => {
    c.fillStyle = '#15161d'
    c.fillRect(0, 0, cw, ch)
    for (let i = 0; i < 26; i++) {
      c.strokeStyle = `hsla(${275 - i * 3.4}, 95%, ${56 + i}%, ${0.95 - i * 0.012})`
      c.lineWidth = 6
      c.beginPath()
      for (let x = 0; x <= cw; x += 16)
        c.lineTo(
          x,
          ch * 0.62 +
            i * 13 -
            190 * Math.exp(-(((x - cw * 0.66) / 420) ** 2)) * Math.cos(i * 0.22) +
            18 * Math.sin(x / 90 + i * 0.35),
        )
      c.stroke()
    }
  })
  const top = fabric('#ffffff', 60, 0.9)
  top.map = art
  top.sheen = 0
  const sheet = surface(
    (u, v) => {
      const curl = Math.max(0, u - 0.86) / 0.14
      return [(u - 0.5) * w - curl * 0.18, 0.07 + curl * curl * 0.5, (0.5 - v) * d]
    },
    top,
    60,
    8,
  )
  const edge = times(60, (i) => {
    const u = i / 59
    const curl = Math.max(0, u - 0.86) / 0.14
    return [(u - 0.5) * w - curl * 0.18, 0.07 + curl * curl * 0.5]
  })
  const rim = [...edge.map(([x, y]) => [x, y, d / 2]), ...edge.toReversed().map(([x, y]) => [x, y, -d / 2])]
  const lit = tube(rim, 0.035, glowDeck(2, 1), true, 300)
  return group(
    sheet,
    at(box(w * 0.86, 0.06, d, rubber('#101114'), 0.02), -w * 0.07, 0.035, 0),
    lit,
    at(brandPrint('Kyntra', 0.9, { color: '#f0eefc' }), -1.5, 0.078, 0.72, -Math.PI / 2),
    at(box(0.42, 0.13, 0.16, gloss('#1a1b21'), 0.05), -1.7, 0.1, -d / 2 - 0.02),
    at(mouse(), 1.05, 0.08, 0.25, 0, Math.PI + 0.2),
  )
}
