// Closed-loop liquid coolers.

import { caseFan } from '../fans.js'
import { at, box, disc, group, plate, rect, ring, times, tube } from '../forms.js'
import { markPrint, write } from '../labels.js'
import { black, copper, drawn, gloss, metal, neon, painted, plastic, screen } from '../materials.js'

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
export function loop({ fans, color, bladeColor, glow, translucent, lcd }) {
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
