// Printers and their supplies.

import * as THREE from 'three'
import { display } from '../displays.js'
import { at, box, card, disc, group, outline, plate, soft, surface, times } from '../forms.js'
import { brandPrint, textPrint, write } from '../labels.js'
import { black, drawn, glass, gloss, neon, plastic, screen } from '../materials.js'
import { vent } from '../sockets.js'
import { bottles, cartridges, INKS } from './ink-supplies.js'

function photo(name, w, h) {
  const map = display(name, 900, Math.round((900 * h) / w))
  return card(w, h, new THREE.MeshPhysicalMaterial({ map, roughness: 0.35, side: THREE.DoubleSide }))
}

/** Sheet of paper bent along its length. */
function sheet(w, d, bend, picture) {
  const map = picture
    ? display(picture, 900, Math.round((900 * d) / w))
    : drawn(600, 800, (c) => {
        c.fillStyle = '#d9dbe2'
        c.fillRect(0, 0, 600, 800)
        write(c, 'Informe', 70, 100, 60, '#2b2250')
        for (let i = 0; i < 15; i++) {
          c.fillStyle = '#8a8fa3'
          c.fillRect(70, 190 + i * 36, 300 + ((i * 97) % 160), 10)
        }
      })
  return surface(
    (u, v) => [(u - 0.5) * w, bend * (1 - v) ** 2, (0.5 - v) * d],
    new THREE.MeshPhysicalMaterial({ map, roughness: 0.6 }),
    4,
    20,
  )
}

function panelScreen(w, h) {
  const map = drawn(480, 270, (c) => {
    c.fillStyle = '#0c1024'
    c.fillRect(0, 0, 480, 270)
    ;['Copiar', 'Escanear', 'Wi-Fi'].forEach((t, i) => {
      c.fillStyle = ['#7c5cff', '#22a6c9', '#c9359f'][i]
      c.beginPath()
      c.roundRect(24 + i * 148, 50, 134, 120, 18)
      c.fill()
      write(c, t, 91 + i * 148, 210, 28, '#fff', { align: 'center' })
    })
  })
  return card(w, h, screen(map, 1.1))
}

/** Multifunction ink printer. */
function ink() {
  const shell = plastic('#24262d', 0.5)
  return group(
    at(
      soft(3.0, 0.9, 2.0, shell, 0.12, () => {}),
      0,
      0.48,
      0,
    ),
    at(box(3.02, 0.2, 2.02, plastic('#c4c8d2', 0.45), 0.08), 0, 1.02, 0),
    at(box(2.6, 0.03, 1.5, gloss('#14151a'), 0.01), 0, 1.125, -0.15),
    at(box(2.1, 0.34, 0.1, black(), 0.03), 0, 0.45, 0.97),
    at(box(1.7, 0.05, 0.95, plastic('#2f3139'), 0.02), 0, 0.3, 1.35, 0.04),
    at(sheet(1.4, 1.1, 0.02, 'aurora'), 0, 0.37, 1.3, 0.04),
    at(
      group(
        box(0.95, 0.05, 0.42, gloss('#0b0c10'), 0.02),
        at(panelScreen(0.56, 0.31), -0.12, 0.028, 0, -Math.PI / 2),
        at(disc(0.07, 0.03, neon('#22d3ee', 1.6)), 0.32, 0.02, 0),
      ),
      -0.85,
      0.86,
      1.03,
      0.85,
    ),
    at(brandPrint('Lumora', 0.62, { color: '#c9cede' }), 1.0, 0.8, 1.004),
    at(box(1.9, 0.9, 0.05, plastic('#33353f', 0.5), 0.03), 0, 1.4, -1.05, -0.3),
    at(sheet(1.5, 1.0, 0.0), 0, 1.55, -1.02, Math.PI / 2 - 0.3),
  )
}

function tank() {
  const shell = plastic('#1e2026', 0.48)
  const window = (i) =>
    group(
      at(box(0.3, 0.62, 0.1, glass('#cfd6e6', 0.16), 0.03), 0, 0, 0.03),
      at(
        box(
          0.26,
          0.24 + 0.1 * ((i * 2) % 3),
          0.06,
          plastic(INKS[i], 0.15, { clearcoat: 1, emissive: INKS[i], emissiveIntensity: 0.25 }),
          0.02,
        ),
        0,
        -0.17 + 0.05 * ((i * 2) % 3),
        0.02,
      ),
      at(box(0.34, 0.06, 0.2, plastic(INKS[i] === '#1b1c22' ? '#3a3c46' : INKS[i]), 0.02), 0, 0.36, -0.02),
    )
  return group(
    at(
      soft(3.0, 0.86, 2.0, shell, 0.1, () => {}),
      0,
      0.46,
      0,
    ),
    at(box(3.0, 0.26, 2.0, plastic('#2c2e37', 0.45), 0.08), 0, 1.0, 0),
    at(box(2.9, 0.02, 1.9, gloss('#17181d'), 0.008), 0, 1.13, 0),
    at(box(1.6, 0.7, 0.24, gloss('#0c0d11'), 0.06), 0.72, 0.5, 0.96),
    times(4, (i) => at(window(i), 0.17 + i * 0.37, 0.5, 1.06)),
    at(box(1.2, 0.26, 0.1, black(), 0.02), -0.78, 0.34, 0.97),
    at(box(1.1, 0.05, 0.8, plastic('#2f3139'), 0.02), -0.78, 0.2, 1.25),
    at(sheet(0.95, 0.9, 0.02, 'sunset'), -0.78, 0.26, 1.25),
    at(panelScreen(0.5, 0.28), -1.05, 0.86, 1.008),
    at(brandPrint('Lumora', 0.5, { color: '#c9cede' }), -0.4, 0.92, 1.006),
    at(textPrint('TANK 520', 0.5, 0.1, { color: '#22d3ee' }), 1.15, 0.98, 1.008),
  )
}

function laser() {
  const white = plastic('#c9cdd7', 0.5)
  return group(
    at(
      soft(2.2, 1.5, 2.0, white, 0.16, () => {}),
      0,
      0.82,
      0,
    ),
    at(box(2.21, 0.42, 1.9, plastic('#2b2d36', 0.45), 0.05), 0, 0.28, 0.07),
    at(box(1.9, 0.3, 0.05, plastic('#34363f'), 0.03), 0, 0.27, 1.02),
    at(box(0.5, 0.06, 0.06, black(), 0.02), 0, 0.36, 1.05),
    at(
      plate(
        outline(
          [
            [-0.78, -0.55],
            [0.78, -0.55],
            [0.78, 0.45],
            [-0.78, 0.45],
          ],
          0.1,
        ),
        0.05,
        plastic('#2b2d36'),
        0.015,
      ),
      0,
      1.555,
      0.12,
      -Math.PI / 2,
    ),
    at(sheet(1.15, 1.3, 0.32), 0, 1.62, 0.2, -0.12, Math.PI),
    at(box(0.04, 0.02, 0.5, neon('#3dff9a', 2), 0.006), 0.93, 1.56, 0.4),
    at(panelScreen(0.3, 0.17), 0.92, 1.575, -0.1).rotateX(-Math.PI / 2),
    at(brandPrint('Lumora', 0.72, { color: '#3a3f52' }), -0.6, 1.1, 1.004),
    at(textPrint('LASER L200', 0.5, 0.1, { color: '#5a6078' }), 0.75, 1.1, 1.004),
    at(at(vent(0.9, 0.4, 12), 0, 0, 0), -1.1, 0.95, -0.3, 0, -Math.PI / 2),
    at(box(2.0, 0.02, 0.02, black(), 0.004), 0, 0.72, 1.0),
  )
}

function pocket() {
  const shell = plastic('#e0598f', 0.42, { clearcoat: 0.4 })
  return group(
    at(
      group(
        soft(1.6, 2.2, 0.42, shell, 0.2, () => {}),
        at(box(1.62, 0.03, 0.44, plastic('#f4dbe6'), 0.01), 0, 0.62, 0),
        at(box(1.2, 0.06, 0.14, black(), 0.02), 0, 1.085, 0),
        at(photo('sunset', 1.1, 1.2), 0, 1.42, 0, -0.05),
        at(box(1.1, 1.2, 0.012, plastic('#f2f3f7'), 0.003), 0, 1.42, -0.012, -0.05),
        at(brandPrint('Lumora', 0.84, { color: '#fff2f8' }), 0, -0.1, 0.214),
        at(textPrint('PHOTO P90', 0.5, 0.1, { color: '#ffe1ee' }), 0, -0.34, 0.214),
        at(disc(0.07, 0.03, neon('#ffffff', 1.6)), 0.55, 0.82, 0.21, Math.PI / 2),
      ),
      0,
      1.1,
      0,
      -0.14,
      0.1,
    ),
    [
      ['aurora', -1.15, 0.9, 0.5],
      ['silk', 0.95, 1.15, -0.35],
      ['race', 1.6, 0.5, 0.5],
    ].map(([name, x, z, turn], i) =>
      at(
        group(
          at(box(0.92, 0.016, 1.1, plastic('#eceef3', 0.5), 0.004), 0, 0, 0),
          at(photo(name, 0.8, 0.86), 0, 0.011, -0.05, -Math.PI / 2),
        ),
        x,
        0.02 + i * 0.012,
        z,
        0,
        turn,
      ),
    ),
  )
}

const view = { yaw: -26, pitch: 18, fill: 0.84, key: 0.5 }

export const printers = {
  'impresora-lumora-ink-310': { ...view, build: ink },
  'impresora-lumora-tank-520': { ...view, yaw: 24, glow: ['#22d3ee', '#e23bd0'], build: tank },
  'impresora-lumora-laser-l200': {
    ...view,
    key: 0.25,
    env: 0.6,
    fill: 0.76,
    glow: ['#3b82f6', '#7c5cff'],
    build: laser,
  },
  'impresora-lumora-photo-p90': { ...view, yaw: -14, key: 0.3, env: 0.7, glow: ['#e23bd0', '#7c5cff'], build: pocket },
  'cartuchos-lumora-c4-xl': { ...view, yaw: -20, pitch: 14, key: 0.3, env: 0.8, build: cartridges },
  'tinta-lumora-flow-kit': { ...view, yaw: -16, pitch: 12, key: 0.35, glow: ['#22d3ee', '#e23bd0'], build: bottles },
}
