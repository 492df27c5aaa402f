// Hero rooms: a desk by night, a shelf of hardware, a chair before a wall of light. The left third stays calm for text.

import * as THREE from 'three'
import { chairs } from '#scripts/pictures/shelf/chairs.js'
import { consoles } from '#scripts/pictures/shelf/consoles.js'
import { coolers } from '#scripts/pictures/shelf/coolers.js'
import { graphicsCards } from '#scripts/pictures/shelf/graphics-cards.js'
import { laptops } from '#scripts/pictures/shelf/laptops.js'
import { monitors } from '#scripts/pictures/shelf/monitors.js'
import { peripherals } from '#scripts/pictures/shelf/peripherals.js'
import { at, box, group, times, tube } from './forms.js'
import { paintMark, paintWord, print, write } from './labels.js'
import { gloss, neon, painted } from './materials.js'
import { eye, furnish, glowPoint, hexagons, lamp, prop, room, tower } from './room.js'

function deskScene(scene, aspect) {
  room(scene, -3.2)
  const top = painted('#1a1b23', 0.32)
  furnish(
    scene,
    at(box(8.4, 0.14, 2.6, top, 0.04), 2.6, 2.0, -0.9),
    at(box(8.2, 0.03, 0.03, neon('#7c5cff', 3), 0.01), 2.6, 1.93, 0.4),
    [-1.2, 6.4].map((x) => at(box(0.16, 2, 2.2, top), x, 1, -0.9)),
    prop(monitors['monitor-lumora-arc-34'], 3.3, 2.35, 2.07, -1.3, -0.06),
    prop(monitors['monitor-lumora-pro-27-4k'], 2.2, 4.3, 2.07, -1.15, -0.45),
    prop(peripherals['teclado-kyntra-forge-tkl'], 1.75, 2.2, 2.07, -0.12, 0.04),
    prop(peripherals['mouse-kyntra-pulse'], 0.46, 3.4, 2.07, -0.1, Math.PI + 0.1),
    prop(peripherals['auriculares-kyntra-halo'], 1.0, 0.75, 2.07, -0.55, 0.5),
    prop(peripherals['microfono-kyntra-voice'], 0.95, 3.95, 2.07, -0.35, -0.3),
    at(
      hexagons(
        [
          [0, 0, '#7c5cff', 1.7],
          [1, 0, '#22d3ee', 1.4],
          [2, 0, '#7c5cff', 1.1],
          [1, -1, '#e23bd0', 1.5],
          [3, 0, '#e23bd0', 1.5],
          [-1, 0, '#3b2a90', 1.0],
        ],
        0,
      ),
      1.9,
      4.35,
      -3.0,
    ),
  )
  const pc = tower()
  pc.scale.setScalar(0.82)
  scene.add(at(pc, 5.25, 2.07, -1.0, 0, 0.12))
  glowPoint(scene, '#7c5cff', 26, 2.4, 3.2, -2.6)
  glowPoint(scene, '#22d3ee', 22, 5.6, 4.4, -2.4)
  glowPoint(scene, '#e23bd0', 9, 0.2, 4.2, -2.0)
  glowPoint(scene, '#e23bd0', 6, 0.6, 1.2, 1.4)
  glowPoint(scene, '#5fb8d8', 3.5, 2.3, 2.9, -0.5)
  lamp(scene, '#b9c2ff', 190, [0.5, 7.5, 4.5], [2.8, 2.0, -0.4], true)
  lamp(scene, '#22d3ee', 110, [8.5, 4.2, 1.5], [3.2, 2.1, 0])
  return eye(aspect, [0.6, 3.9, 5.0], [1.75, 2.78, -0.7], 42)
}

function shelfScene(scene, aspect) {
  room(scene, -3.4)
  const plinth = (w, h, d, x, z, color) =>
    group(
      at(box(w, h, d, gloss('#12131a'), 0.05), x, h / 2, z),
      at(box(w + 0.01, 0.025, 0.03, neon(color, 2.8), 0.008), x, h - 0.06, z + d / 2),
      at(box(0.03, 0.025, d, neon(color, 2.8), 0.008), x - w / 2, h - 0.06, z),
    )
  furnish(
    scene,
    plinth(3.4, 0.9, 1.8, 3.3, 0.2, '#7c5cff'),
    plinth(2.0, 1.9, 1.5, 5.6, -1.5, '#22d3ee'),
    plinth(1.9, 0.45, 1.6, 0.85, 1.0, '#e23bd0'),
    plinth(1.7, 1.5, 1.4, 1.35, -1.6, '#e23bd0'),
    prop(graphicsCards['placa-vortex-vx-9070'], 3.5, 3.2, 0.9, 0.3, 0.34),
    prop(coolers['cooler-polaria-boreal-120'], 2.2, 5.5, 1.9, -1.4, 0.25),
    prop(peripherals['auriculares-kyntra-halo'], 1.9, 1.3, 1.5, -1.5, 0.6),
    prop(consoles['control-drakon-grip-pro'], 1.75, 0.85, 0.45, 1.05, 0.4),
    prop(coolers['ventiladores-polaria-aura-3'], 1.6, 4.75, 0, 1.75, 0.1),
    times(9, (i) =>
      at(box(0.05, 9, 0.05, neon(i % 3 ? '#7c5cff' : '#22d3ee', i % 2 ? 1.6 : 0.7), 0.01), 0.6 + i * 0.9, 4.5, -3.28),
    ),
  )
  glowPoint(scene, '#7c5cff', 50, 3.4, 3.4, -2.7)
  glowPoint(scene, '#22d3ee', 36, 6.8, 2.4, -1.4)
  glowPoint(scene, '#e23bd0', 26, -0.9, 1.6, -1.2)
  lamp(scene, '#dfe4ff', 260, [0.5, 6.5, 6.5], [3.2, 1.0, 0], true)
  lamp(scene, '#22d3ee', 160, [9, 3, 1], [3.4, 1.2, 0.3])
  return eye(aspect, [0.55, 2.5, 8.4], [1.5, 1.72, -0.5], 39)
}

function chairScene(scene, aspect) {
  room(scene, -3)
  const arc = (r, color, strength, turn) => {
    const points = times(60, (i) => {
      const a = turn + (i / 59) * Math.PI * 1.55
      return [Math.cos(a) * r, Math.sin(a) * r, 0]
    })
    return tube(points, 0.045, neon(color, strength), false, 240)
  }
  furnish(
    scene,
    at(
      group(arc(2.3, '#7c5cff', 3, -0.6), arc(2.05, '#22d3ee', 2.2, 2.3), arc(2.55, '#e23bd0', 1.6, 0.9)),
      3.6,
      2.75,
      -2.7,
    ),
    prop(chairs['silla-drakon-titan'], 4.6, 3.5, 0, 0.3, -0.42),
    prop(consoles['consola-drakon-nova-lite'], 1.9, 6.3, 0.6, -0.9, -0.4),
    at(box(2.4, 0.6, 1.6, gloss('#14151c'), 0.05), 6.3, 0.3, -0.9),
    at(box(2.4, 0.025, 0.03, neon('#22d3ee', 2.6), 0.008), 6.3, 0.54, -0.09),
    prop(laptops['notebook-vortex-blade-16'], 2.1, 1.0, 0.75, -0.9, 0.35),
    at(box(2.2, 0.75, 1.7, gloss('#14151c'), 0.05), 1.0, 0.375, -1.0),
    at(box(2.2, 0.025, 0.03, neon('#e23bd0', 2.6), 0.008), 1.0, 0.69, -0.14),
  )
  glowPoint(scene, '#7c5cff', 60, 3.6, 3, -2.2)
  glowPoint(scene, '#22d3ee', 24, 6.6, 2.2, -1.6)
  glowPoint(scene, '#e23bd0', 24, 0.2, 2.0, -2.0)
  lamp(scene, '#d9dcff', 230, [-0.5, 5.5, 6], [3.4, 1.6, 0.2], true)
  lamp(scene, '#22d3ee', 130, [8, 3.6, -0.5], [3.5, 1.8, 0.3])
  lamp(scene, '#7c5cff', 130, [-1.5, 3.6, -1.5], [3.5, 1.8, 0.3])
  return eye(aspect, [0.9, 2.2, 8.6], [1.75, 2.05, -0.3], 38)
}

/** Card for link previews: mark, word and the graphics card. */
function preview(scene, aspect) {
  const camera = shelfScene(scene, aspect)
  const title = print(
    3.6,
    1.5,
    (c, _w, h) => {
      paintMark(c, 'GamerTech', 0, h * 0.04, h * 0.4, '#8f78ff')
      paintWord(c, 'GamerTech', h * 0.48, h * 0.14, h * 0.2, '#ffffff')
      write(c, 'Hardware y gaming, sin vueltas', 4, h * 0.66, h * 0.13, '#c3c9dc', { font: 'Inter', weight: 500 })
    },
    { glow: 1 },
  )
  title.material.fog = false
  const forward = new THREE.Vector3(-0.325, 0.03, -1).multiplyScalar(5).applyQuaternion(camera.quaternion)
  title.position.copy(camera.position).add(forward)
  title.quaternion.copy(camera.quaternion)
  title.scale.setScalar(0.56)
  scene.add(title)
  return camera
}

export const heroes = {
  'hero-1': { build: deskScene, env: 0.16, bloom: 0.5 },
  'hero-2': { build: shelfScene, env: 0.3, bloom: 0.45 },
  'hero-3': { build: chairScene, env: 0.25, bloom: 0.5 },
  og: { build: preview, env: 0.3, bloom: 0.35 },
}
