// Desk peripherals: keyboard, mouse, headset, microphone, desk mat and webcam.

import * as THREE from 'three'
import { at, box, disc, group, lathe, reshape, ring, soft, times, tube, washer } from '../forms.js'
import { brandPrint, markPrint } from '../labels.js'
import {
  black,
  brushed,
  fabric,
  glass,
  gloss,
  grille,
  leather,
  metal,
  neon,
  painted,
  plastic,
  rubber,
} from '../materials.js'
import { turned } from '../sockets.js'
import { deskMat, keyboard, mouse } from './keyboard-mouse.js'
import { speakers } from './speakers.js'

function earCup(side, { shell, light, pad }) {
  const face = group(
    turned(disc(0.46, 0.26, plastic(shell, 0.38, { clearcoat: 0.4 }), 0.1)),
    at(turned(washer(0.4, 0.33, 0.06, brushed('#6d717d'))), 0, 0, 0.13),
    at(turned(ring(0.325, 0.016, neon(light, 2.8))), 0, 0, 0.15),
    at(markPrint('Kyntra', 0.34, { color: '#e7e4ff', glow: 1.5 }), 0, 0, 0.135),
    at(turned(ring(0.33, 0.145, leather(pad, 2))), 0, 0, -0.22),
    at(turned(disc(0.3, 0.02, fabric('#17181c'))), 0, 0, -0.2),
  )
  face.scale.set(1, 1.16, 1)
  return at(face, side * 0.86, 0.55, 0, 0, (side * Math.PI) / 2)
}

function headset({
  shell = '#24252c',
  arch = '#2a2b33',
  pad = '#1c1d23',
  light = '#7c5cff',
  hasMicrophone = true,
} = {}) {
  const band = (r, y, radius, material, squash) =>
    reshape(
      tube(
        times(25, (i) => {
          const a = (i / 24) * Math.PI
          return [Math.cos(a) * r, y + Math.sin(a) * r * 1.04, 0]
        }),
        radius,
        material,
      ),
      (v) => {
        v.z *= squash
      },
    )
  const set = group(
    [-1, 1].map((side) => earCup(side, { shell, light, pad })),
    band(0.98, 0.86, 0.05, plastic(arch, 0.36), 2.6),
    band(0.86, 0.84, 0.085, leather(pad, 2), 2),
    [-1, 1].map((s) => at(box(0.06, 0.4, 0.2, brushed('#8b909c'), 0.03), s * 0.98, 1.1, 0)),
    [-1, 1].map((s) => at(box(0.1, 0.18, 0.3, plastic(arch), 0.04), s * 1.0, 1.2, 0)),
    at(brandPrint('Kyntra', 0.5, { color: '#9aa0b4' }), 0, 1.84, 0.11, -0.5),
    hasMicrophone &&
      tube(
        [
          [-1.0, 0.25, 0.2],
          [-1.02, 0.05, 0.5],
          [-0.9, -0.02, 0.85],
          [-0.62, 0.02, 1.05],
        ],
        0.03,
        rubber('#1c1d22'),
      ),
    hasMicrophone &&
      at(
        soft(0.32, 0.17, 0.16, fabric('#202127', 6), 0.08, () => {}),
        -0.5,
        0.05,
        1.1,
        0,
        0.45,
      ),
  )
  return at(set, 0, 0.1, 0, -0.05)
}

function microphone({ color = '#2c2d35', light = '#e23bd0' } = {}) {
  const shell = painted(color, 0.36)
  const capsule = group(
    lathe(
      [
        [0, 0],
        [0.34, 0],
        [0.37, 0.03],
        [0.37, 0.66],
        [0.34, 0.7],
        [0, 0.7],
      ],
      shell,
    ),
    at(
      lathe(
        [
          [0.355, 0],
          [0.355, 0.6],
          [0.33, 0.74],
          [0.24, 0.86],
          [0, 0.9],
        ],
        grille('#8f95a2', [30, 10], 9),
      ),
      0,
      0.7,
      0,
    ),
    at(
      lathe(
        [
          [0, 0],
          [0.33, 0],
          [0.33, 0.58],
          [0.2, 0.78],
          [0, 0.82],
        ],
        black(),
      ),
      0,
      0.7,
      0,
    ),
    at(ring(0.366, 0.014, neon(light, 2.8)), 0, 0.72, 0),
    at(ring(0.37, 0.012, metal('#aab0bb')), 0, 0.06, 0),
    at(turned(disc(0.1, 0.06, metal('#c5c9d2', 0.2), 0.02)), 0, 0.22, 0.365),
    at(brandPrint('Kyntra', 0.4), 0, 0.48, 0.374),
  )
  const cage = [0.12, 0.98].map((y) => at(ring(0.58, 0.035, metal('#3b3e47', 0.35)), 0, y, 0))
  const cords = times(8, (i) => {
    const a = (i / 8) * Math.PI * 2
    const b = a + 0.5
    return tube(
      [
        [Math.cos(a) * 0.58, 0.98, Math.sin(a) * 0.58],
        [Math.cos(b) * 0.38, 0.55, Math.sin(b) * 0.38],
        [Math.cos(a) * 0.58, 0.12, Math.sin(a) * 0.58],
      ],
      0.014,
      rubber(color === '#2c2d35' ? '#a03bd0' : '#8fa6b8'),
      false,
      20,
    )
  })
  return group(
    at(group(capsule, cage, cords), 0, 1.0, 0.1, 0.12),
    [-1, 1].map((s) =>
      tube(
        [
          [s * 0.6, 1.55, 0.12],
          [s * 0.68, 1.2, 0.08],
          [s * 0.5, 0.84, 0.02],
          [0, 0.74, 0],
        ],
        0.045,
        metal('#4a4d57', 0.3),
      ),
    ),
    at(disc(0.06, 0.7, metal('#5a5e69', 0.3)), 0, 0.42, 0),
    at(disc(0.1, 0.16, plastic('#1c1d22')), 0, 0.74, 0),
    at(disc(0.62, 0.1, shell, 0.04), 0, 0.05, 0),
    at(ring(0.5, 0.012, neon(light, 2)), 0, 0.1, 0),
  )
}

function webcam({ color = '#2b2d35', light = '#22d3ee' } = {}) {
  const shell = painted(color, 0.34)
  return group(
    at(turned(disc(0.5, 0.5, shell, 0.12)), 0, 1.1, 0),
    at(
      soft(1.9, 0.58, 0.42, shell, 0.27, () => {}),
      0,
      1.1,
      -0.06,
    ),
    at(turned(disc(0.42, 0.06, gloss('#060709'), 0.02)), 0, 1.1, 0.25),
    at(turned(ring(0.43, 0.014, neon(light, 2.2))), 0, 1.1, 0.255),
    at(turned(washer(0.3, 0.2, 0.06, metal('#4b4f5a', 0.25))), 0, 1.1, 0.29),
    at(turned(disc(0.2, 0.02, gloss('#0c1030', { iridescence: 1, iridescenceIOR: 1.9 }))), 0, 1.1, 0.29),
    at(turned(washer(0.12, 0.05, 0.03, metal('#23263a', 0.2))), 0, 1.1, 0.3),
    at(new THREE.Mesh(new THREE.SphereGeometry(0.2, 48, 24), glass('#8aa0ff', 0.25)), 0, 1.1, 0.2),
    [-1, 1].map((s) =>
      times(5, (i) =>
        at(turned(disc(0.018, 0.02, black())), s * (0.66 + (i % 3) * 0.06), 1.08 + Math.floor(i / 3) * 0.06, 0.16),
      ),
    ),
    at(turned(disc(0.022, 0.02, neon('#3dff9a', 3))), 0.56, 1.25, 0.165),
    at(brandPrint('Kyntra', 0.34), -0.72, 1.22, 0.158),
    at(disc(0.09, 0.34, metal('#3b3e47', 0.3)), 0, 0.7, -0.04),
    at(new THREE.Mesh(new THREE.SphereGeometry(0.13, 32, 24), rubber('#1a1b20')), 0, 0.62, -0.04),
    times(3, (i) => {
      const a = (i / 3) * Math.PI * 2 + Math.PI / 6 + Math.PI
      return tube(
        [
          [0, 0.6, -0.04],
          [Math.cos(a) * 0.4, 0.36, Math.sin(a) * 0.4 - 0.04],
          [Math.cos(a) * 0.72, 0.05, Math.sin(a) * 0.72 - 0.04],
        ],
        0.06,
        painted('#34363f', 0.4),
      )
    }),
  )
}

const white = { shell: '#d5d9e2', arch: '#c3c8d2', pad: '#8d93a1' }
const lit = { key: 0.4, env: 0.7 }

export const peripherals = {
  'teclado-kyntra-forge-tkl': { yaw: -26, pitch: 42, fill: 0.9, build: keyboard },
  'mouse-kyntra-pulse': { yaw: 222, pitch: 34, fill: 0.7, key: 0.8, build: mouse },
  'auriculares-kyntra-halo': { yaw: -34, pitch: 10, fill: 0.78, build: headset },
  'microfono-kyntra-voice': { yaw: -14, pitch: 9, fill: 0.8, glow: ['#e23bd0', '#7c5cff'], build: microphone },
  'mousepad-kyntra-glide-xl': { yaw: 20, pitch: 46, fill: 0.9, build: deskMat },
  'webcam-kyntra-vista-2k': { yaw: -24, pitch: 12, fill: 0.76, glow: ['#22d3ee', '#3b82f6'], build: webcam },
  'teclado-kyntra-calma-inalambrico': {
    yaw: 24,
    pitch: 40,
    fill: 0.9,
    key: 0.25,
    env: 0.6,
    glow: ['#22d3ee', '#3b82f6'],
    build: () =>
      keyboard({ metal: '#d9dce4', keys: '#eceef3', accent: '#8fd8e6', legend: '#3b3f4b', isWireless: true }),
  },
  'mouse-kyntra-dardo': {
    yaw: 216,
    pitch: 32,
    fill: 0.74,
    key: 0.8,
    glow: ['#ff3b5c', '#7c5cff'],
    build: () => mouse({ color: '#2a1d22', light: '#ff3b5c', wheel: '#ff7a8f', logo: '#ff6b83', hasCable: true }),
  },
  'auriculares-kyntra-brisa-bluetooth': {
    ...lit,
    yaw: 32,
    pitch: 10,
    fill: 0.78,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => headset({ ...white, light: '#22d3ee', hasMicrophone: false }),
  },
  'auriculares-kyntra-halo-nieve': {
    ...lit,
    yaw: -30,
    pitch: 10,
    fill: 0.78,
    build: () => headset({ ...white, light: '#e23bd0' }),
  },
  'mouse-kyntra-pulse-blanco': {
    yaw: 226,
    pitch: 34,
    fill: 0.7,
    key: 0.25,
    env: 0.5,
    build: () => mouse({ color: '#b9bec9', light: '#22d3ee' }),
  },
  'teclado-kyntra-forge-tkl-blanco': {
    yaw: -22,
    pitch: 42,
    fill: 0.9,
    key: 0.25,
    env: 0.6,
    build: () => keyboard({ metal: '#d9dce4', keys: '#dfe2ea', accent: '#c9b8ff', legend: '#5b3fd6' }),
  },
  'microfono-kyntra-voice-mini': {
    ...lit,
    yaw: 18,
    pitch: 9,
    fill: 0.78,
    glow: ['#22d3ee', '#3b82f6'],
    build: () => microphone({ color: '#d5d9e2', light: '#22d3ee' }),
  },
  'webcam-kyntra-vista-4k': {
    ...lit,
    yaw: 26,
    pitch: 12,
    fill: 0.76,
    glow: ['#e23bd0', '#7c5cff'],
    build: () => webcam({ color: '#c9ced8', light: '#e23bd0' }),
  },
  'parlantes-kyntra-eco-2': { yaw: -24, pitch: 12, fill: 0.78, glow: ['#7c5cff', '#e23bd0'], build: speakers },
}
