// Processor coolers: towers, closed-loop liquid sets, a low-profile one and a pack of case fans.
import { caseFan } from '../fans.js'
import { at, box, disc, group, plate, rect, ring, times, tube } from '../forms.js'
import { brandPrint, markPrint, print, write } from '../labels.js'
import { black, brushed, copper, drawn, gloss, metal, neon, painted, plastic, screen } from '../materials.js'
import { screw } from '../sockets.js'

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

function lcdFace() {
  return drawn(512, 512, (c) => {
    const sky = c.createRadialGradient(256, 256, 40, 256, 256, 260)
    sky.addColorStop(0, '#16204a')
    sky.addColorStop(1, '#05060d')
    c.fillStyle = sky
    c.fillRect(0, 0, 512, 512)
    c.lineWidth = 22
    for (const [a, b, color] of [
      [0.75, 2.25, '#1d2340'],
      [0.75, 1.86, '#22d3ee'],
    ]) {
      c.strokeStyle = color
      c.beginPath()
      c.arc(256, 256, 206, a * Math.PI, b * Math.PI)
      c.stroke()
    }
    write(c, '42°', 268, 250, 170, '#ffffff', { align: 'center', weight: 800 })
    write(c, 'CPU', 256, 140, 44, '#8fa0ff', { align: 'center' })
    write(c, '1.240 RPM', 256, 362, 40, '#9fb4c9', { align: 'center' })
  })
}

/** Pump block lying on y = 0. */
function pump(shell, accent, lcd) {
  const face = lcd
    ? at(plate(rect(0.62, 0.62, 0.3), 0.02, screen(lcdFace(), 1.4), 0), 0, 0.462, 0, -Math.PI / 2)
    : group(
        at(disc(0.3, 0.02, gloss('#07080b')), 0, 0.46, 0),
        at(ring(0.33, 0.016, neon(accent, 2.8)), 0, 0.462, 0),
        at(markPrint('Polaria', 0.36, { glow: 1.6 }), 0, 0.474, 0, -Math.PI / 2),
      )
  return group(
    at(box(0.72, 0.06, 0.72, copper(), 0.02), 0, 0.03, 0),
    at(disc(0.4, 0.38, shell, 0.05), 0, 0.26, 0),
    lcd && at(disc(0.41, 0.06, metal('#d4d8e0', 0.2), 0.02), 0, 0.42, 0),
    face,
    [
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ].map(([x, z]) => at(disc(0.05, 0.2, metal('#b8bcc5')), x * 0.36, 0.12, z * 0.36)),
    [-0.1, 0.1].map((z) => at(disc(0.075, 0.2, metal('#6a6f79')), 0.44, 0.28, z, 0, 0, Math.PI / 2)),
  )
}

function lcdUv(part) {
  part.traverse((mesh) => {
    const uv = mesh.isMesh && mesh.material.isMeshBasicMaterial && mesh.material.map && mesh.geometry.attributes.uv
    for (let i = 0; uv && i < uv.count; i++) uv.setXY(i, uv.getX(i) / 0.62 + 0.5, uv.getY(i) / 0.62 + 0.5)
  })
  return part
}

/** Closed loop: radiator standing upright on its long edge, pump in front. */
function loop({ fans, color, bladeColor, glow, translucent, lcd }) {
  const length = fans * 1.22
  const shell = painted(color, 0.4)
  const hose = plastic(color === '#e4e7ee' ? '#c9cdd6' : '#1b1c22', 0.7)
  const end = length / 2 + 0.08
  return group(
    at(box(length + 0.36, 1.22, 0.3, shell, 0.04), 0, 0.66, -0.45),
    times(7, (i) => at(box(length, 0.02, 0.31, black(), 0.002), 0, 0.2 + i * 0.15, -0.45)),
    times(fans, (i) =>
      at(caseFan({ side: 1.2, color, bladeColor, glow, translucent }), (i - (fans - 1) / 2) * 1.22, 0.66, -0.16),
    ),
    at(lcdUv(pump(painted(color, 0.35), glow, lcd)), end - 1.1, 0, 1.05, 0, -0.3),
    tube(
      [
        [end - 0.66, 0.28, 1.28],
        [end + 0.1, 0.34, 1.35],
        [end + 0.62, 0.7, 0.7],
        [end + 0.55, 0.95, -0.1],
        [end + 0.1, 0.98, -0.42],
      ],
      0.07,
      hose,
    ),
    tube(
      [
        [end - 0.6, 0.28, 1.08],
        [end + 0.1, 0.3, 1.08],
        [end + 0.4, 0.45, 0.6],
        [end + 0.38, 0.6, -0.1],
        [end + 0.1, 0.62, -0.42],
      ],
      0.07,
      hose,
    ),
    [0.62, 0.98].map((y) => at(disc(0.095, 0.16, metal('#6a6f79')), end + 0.12, y, -0.43, 0, 0, Math.PI / 2)),
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
  'cooler-polaria-bajo-perfil-47': { yaw: 36, pitch: 30, fill: 0.76, glow: ['#3b82f6', '#22d3ee'], build: lowProfile },
  'ventiladores-polaria-aura-3': { yaw: -14, pitch: 18, glow: ['#e23bd0', '#22d3ee'], build: trio },
}
