// Processor coolers: towers, closed-loop liquid sets, a low-profile one and a pack of case fans.

import { caseFan } from '../fans.js'
import { at, box, disc, group, plate, rect, times, tube } from '../forms.js'
import { brandPrint, print, write } from '../labels.js'
import { brushed, copper, metal, painted, plastic } from '../materials.js'
import { screw } from '../sockets.js'
import { loop } from './liquid-loops.js'

/** Stack of fins with rounded ends, standing from y to y + height. */
function finStack(w, d, height, material, gap = 0.045) {
  const n = Math.floor(height / gap)
  const shape = rect(w, d, 0.08)
  return group(times(n, (i) => at(plate(shape, 0.012, material, 0.002), 0, i * gap, 0, Math.PI / 2)))
}

function heatPipes(n, w, height, material) {
  return group(
    times(n, (i) => {
      const z = (i - (n - 1) / 2) * 0.15
      const x = w * 0.38 - (i % 2) * 0.09
      return group(
        tube(
          [
            [-x, height, z * 1.4],
            [-x, 0.5, z * 1.4],
            [-x * 0.8, 0.16, z],
            [0, 0.1, z],
            [x * 0.8, 0.16, z],
            [x, 0.5, z * 1.4],
            [x, height, z * 1.4],
          ],
          0.034,
          material,
        ),
        at(disc(0.036, 0.05, material), -x, height + 0.02, z * 1.4),
        at(disc(0.036, 0.05, material), x, height + 0.02, z * 1.4),
      )
    }),
  )
}

function mount(w) {
  return group(
    at(box(0.46, 0.1, 0.46, copper(), 0.02), 0, 0.06, 0),
    at(box(0.42, 0.12, 0.42, brushed('#a5abb5'), 0.02), 0, 0.17, 0),
    at(box(w * 0.9, 0.035, 0.16, metal('#9aa0aa'), 0.01), 0, 0.2, 0),
    [-1, 1].map((s) => at(disc(0.05, 0.16, metal('#c4c8d0'), 0.01), s * w * 0.4, 0.16, 0)),
  )
}

/** Tower cooler: count of fin stacks and of fans. */
function tower({ stacks = 1, fans = 1, finColor, pipes, fanColor, glow, topColor, translucent }) {
  const [w, h, d] = [1.24, 1.36, stacks > 1 ? 0.5 : 0.56]
  const steel = metal(finColor, 0.36)
  const pitch = d + 0.3
  const z0 = (-(stacks - 1) * pitch) / 2
  return group(
    mount(1.0),
    times(stacks, (i) =>
      group(
        at(finStack(w, d, h, steel), 0, 0.42, z0 + i * pitch),
        at(
          plate(rect(w + 0.01, d + 0.01, 0.08), 0.05, topColor, 0.015),
          0,
          0.42 + h + 0.02,
          z0 + i * pitch,
          Math.PI / 2,
        ),
        at(heatPipes(pipes, w, h + 0.46, stacks > 1 ? painted('#222329', 0.3) : copper()), 0, 0, z0 + i * pitch),
        at(brandPrint('Polaria', 0.72, { color: '#f2f4fa' }), 0, 0.42 + h + 0.048, z0 + i * pitch, -Math.PI / 2),
      ),
    ),
    times(fans, (i) =>
      at(caseFan({ side: 1.28, color: fanColor, glow, translucent }), 0, 1.1, z0 + i * pitch + d / 2 + 0.15),
    ),
    [-1, 1].map((s) =>
      tube(
        [
          [s * 0.5, 1.7, z0 - 0.1],
          [s * 0.66, 1.6, z0 + d / 2],
          [s * 0.66, 1.1, z0 + d / 2 + 0.2],
          [s * 0.66, 0.6, z0 + d / 2],
          [s * 0.5, 0.5, z0 - 0.1],
        ],
        0.012,
        metal('#c0c4cc'),
      ),
    ),
  )
}

function lowProfile() {
  return group(
    at(finStack(1.5, 1.5, 0.5, metal('#b9bec8', 0.3), 0.05), 0, 0.36, 0),
    at(heatPipes(4, 1.9, 0.36, copper()), 0, 0.02, 0),
    mount(1.1),
    times(4, (i) =>
      at(
        tube(
          [
            [-0.2, 0.1, 0],
            [0.4, 0.12, 0],
            [0.86, 0.26, 0],
            [0.9, 0.42, 0],
            [0.7, 0.5, 0],
          ],
          0.036,
          copper(),
        ),
        0,
        0,
        (i - 1.5) * 0.3,
      ),
    ),
    at(caseFan({ side: 1.42, color: '#22242b', blades: 11 }), 0, 0.99, 0, -Math.PI / 2),
  )
}

function trio() {
  const glows = ['#7c5cff', '#22d3ee', '#e23bd0']
  const fan = (i) =>
    caseFan({
      side: 1.2,
      color: '#202229',
      bladeColor: '#4a4c60',
      glow: glows[i],
      translucent: glows[i],
      square: true,
      blades: 9,
    })
  return group(
    at(fan(1), -0.66, 0.6, 0, 0, 0.32),
    at(fan(0), 0.66, 0.6, 0.02, 0, -0.26),
    at(fan(2), 0.02, 0.6, 0.95, -0.12, 0.05),
    at(box(0.6, 0.16, 0.4, plastic('#24262d'), 0.04), 1.2, 0.08, 0.95, 0, -0.4),
    at(
      print(0.5, 0.3, (c, w, h) => write(c, 'ARGB', w / 2, h / 2, h * 0.4, '#d8dcec', { align: 'center' })),
      1.2,
      0.164,
      0.95,
      -Math.PI / 2,
      0,
      0.4,
    ),
    [-0.22, 0.22].map((x) => at(screw(0.02), 1.2 + x, 0.165, 0.95, -Math.PI / 2)),
  )
}

const black2 = '#26272e'

export const coolers = {
  'cooler-polaria-boreal-120': {
    yaw: -32,
    pitch: 16,
    build: () =>
      tower({ finColor: '#c3c8d2', pipes: 4, fanColor: '#1e2027', glow: '#22d3ee', topColor: brushed('#8d93a0') }),
  },
  'cooler-polaria-boreal-duo': {
    yaw: -42,
    pitch: 20,
    glow: ['#3b82f6', '#7c5cff'],
    build: () =>
      tower({ stacks: 2, fans: 2, finColor: '#4a4d57', pipes: 6, fanColor: '#2b2d35', topColor: painted(black2, 0.3) }),
  },
  'cooler-polaria-glaciar-240': {
    yaw: -22,
    pitch: 22,
    fill: 0.86,
    build: () => loop({ fans: 2, color: '#24252c', glow: '#7c5cff', bladeColor: '#33353f', translucent: '#3a2a8c' }),
  },
  'cooler-polaria-glaciar-360-lcd': {
    yaw: 20,
    pitch: 22,
    fill: 0.9,
    key: 0.35,
    env: 0.7,
    glow: ['#22d3ee', '#7c5cff'],
    build: () => loop({ fans: 3, color: '#e4e7ee', bladeColor: '#eef0f6', glow: '#22d3ee', lcd: true }),
  },
  'cooler-polaria-boreal-120-blanco': {
    yaw: 32,
    pitch: 16,
    key: 0.35,
    env: 0.7,
    glow: ['#22d3ee', '#3b82f6'],
    build: () =>
      tower({
        finColor: '#dfe2e9',
        pipes: 4,
        fanColor: '#e4e7ee',
        glow: '#22d3ee',
        translucent: '#22d3ee',
        topColor: painted('#e4e7ee', 0.3),
      }),
  },
  'cooler-polaria-glaciar-360-argb': {
    yaw: -18,
    pitch: 22,
    fill: 0.9,
    glow: ['#e23bd0', '#7c5cff'],
    build: () => loop({ fans: 3, color: '#24252c', glow: '#e23bd0', bladeColor: '#33353f', translucent: '#8c2a7e' }),
  },
  'ventilador-polaria-brisa-140': {
    yaw: -30,
    pitch: 10,
    fill: 0.7,
    glow: ['#3b82f6', '#22d3ee'],
    build: () => caseFan({ side: 1.4, color: '#24262d', bladeColor: '#3a3d48', blades: 7 }),
  },
  'cooler-polaria-bajo-perfil-47': { yaw: 36, pitch: 30, fill: 0.76, glow: ['#3b82f6', '#22d3ee'], build: lowProfile },
  'ventiladores-polaria-aura-3': { yaw: -14, pitch: 18, glow: ['#e23bd0', '#22d3ee'], build: trio },
}
