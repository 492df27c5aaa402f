// Graphics cards, standing on their long edge with the fans to the front.

import { wellFan } from '../fans.js'
import { at, box, drill, group, outline, plate, rect, times } from '../forms.js'
import { brandPrint, textPrint } from '../labels.js'
import { black, brushed, metal, neon, painted, plastic } from '../materials.js'
import { screw } from '../sockets.js'
import { body, facets, H, powerSocket, shroud, slash } from './card-body.js'
import { hydro } from './hydro-card.js'

/** Open-air card. fans 1..3; style 'facets' or 'round'. */
function openAir({
  length,
  fans,
  radius,
  depth,
  color,
  accent,
  glow,
  style,
  blades = 9,
  bladeColor,
  model,
  lightBar = true,
}) {
  const step = fans > 1 ? (length - radius * 2 - 0.18) / (fans - 1) : 0
  const spots = times(fans, (i) => (i - (fans - 1) / 2) * step)
  const shape = style === 'facets' ? facets(length, H) : rect(length, H, style === 'round' ? 0.3 : 0.08)
  const front = depth + 0.02
  const set = group(
    body(length, depth, { plateColor: color }),
    shroud(
      shape,
      spots,
      radius,
      plastic(color, 0.36, { clearcoat: 0.3, clearcoatRoughness: 0.4, metalness: 0.25 }),
      depth,
    ),
    spots.map((x, i) => at(wellFan({ radius, blades, color: bladeColor, glow, turn: i * 0.4 }), x, 0, depth - 0.06)),
    powerSocket(length * 0.28, H),
    at(brandPrint('Vortex', 0.8), -length * 0.22, H / 2 + 0.003, depth / 2, -Math.PI / 2),
    lightBar &&
      at(box(length * 0.42, 0.03, 0.12, neon(glow ?? accent, 1.8), 0.01), length * 0.02, H / 2 - 0.006, depth - 0.08),
  )
  for (let i = 0; i + 1 < fans; i++) {
    const x = (spots[i] + spots[i + 1]) / 2
    set.add(
      at(slash(0, 0, 0.3, accent, 1.1), x - 0.03, H * 0.36, front + 0.01),
      at(slash(0, 0, 0.3, accent, 1.1), x + 0.03, -H * 0.36, front + 0.01),
    )
  }
  if (model)
    set.add(
      at(textPrint(model, 0.62, 0.12, { color: '#c9cede', size: 0.8 }), length / 2 - 0.42, -H / 2 + 0.1, front + 0.012),
    )
  for (const [x, y] of [
    [-1, -1],
    [-1, 1],
    [1, 1],
  ])
    set.add(at(screw(0.03, '#3c3f47'), x * (length / 2 - 0.13), y * (H / 2 - 0.14), front))
  return set
}

/** Workstation card with a closed shell and one turbine. */
function blower() {
  const [length, depth] = [2.7, 0.42]
  const shell = painted('#343944', 0.34)
  const r = 0.43
  const hole = [[length / 2 - 0.62, 0, r - 0.02]]
  return group(
    body(length, depth, { ports: ['dp', 'dp', 'dp', 'dp'] }),
    at(box(length - 0.02, H * 0.98, depth - 0.1, black(), 0.02), 0, 0, depth / 2 - 0.02),
    at(plate(drill(rect(length, H, 0.06), hole), 0.16, shell, 0.03), 0, 0, depth - 0.05),
    at(box(length, 0.05, depth, shell, 0.015), 0, H / 2 - 0.02, depth / 2),
    at(plate(rect(0.03, H, 0.01), 0.17, metal('#c0c5cf', 0.2), 0.01), 0.1, 0, depth - 0.045),
    at(wellFan({ radius: r * 0.97, blades: 27, color: '#23262d', hub: 0.52 }), length / 2 - 0.62, 0, depth - 0.05),
    at(brushedPanel(), -0.62, 0, depth + 0.035),
    at(brandPrint('Vortex', 0.95, { color: '#f1f3f8' }), -0.62, 0.12, depth + 0.062),
    at(textPrint('PRO W7', 0.7, 0.14, { color: '#22d3ee' }), -0.62, -0.16, depth + 0.062),
    at(box(1.16, 0.02, 0.02, neon('#22d3ee', 2.4), 0.006), -0.62, -0.34, depth + 0.05),
  )
}

const brushedPanel = () =>
  plate(
    outline(
      [
        [-0.68, -0.5],
        [0.5, -0.5],
        [0.62, -0.36],
        [0.62, 0.5],
        [-0.68, 0.5],
      ],
      0.04,
    ),
    0.05,
    brushed('#3d424c', 0.36),
    0.012,
  )

const view = { yaw: -30, pitch: 17, fill: 0.86 }

export const graphicsCards = {
  'placa-vortex-vx-9070': {
    ...view,
    build: () =>
      openAir({
        length: 3.18,
        fans: 3,
        radius: 0.48,
        depth: 0.56,
        color: '#2a2b33',
        accent: '#7c5cff',
        glow: '#7c5cff',
        style: 'facets',
        bladeColor: '#23242b',
        model: 'VX 9070',
      }),
  },
  'placa-vortex-vx-9060': {
    ...view,
    yaw: -36,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      openAir({
        length: 2.28,
        fans: 2,
        radius: 0.5,
        depth: 0.44,
        color: '#202127',
        accent: '#22d3ee',
        style: 'round',
        blades: 11,
        bladeColor: '#26272e',
        model: 'VX 9060',
        lightBar: false,
      }),
  },
  'placa-vortex-vx-9050-mini': {
    ...view,
    yaw: -34,
    fill: 0.76,
    glow: ['#3b82f6', '#22d3ee'],
    build: () =>
      openAir({
        length: 1.7,
        fans: 1,
        radius: 0.54,
        depth: 0.42,
        color: '#24262d',
        accent: '#3b82f6',
        style: 'facets',
        blades: 13,
        bladeColor: '#2c2e36',
        model: 'VX 9050',
        lightBar: false,
      }),
  },
  'placa-vortex-vx-9060-xt': {
    ...view,
    yaw: 34,
    glow: ['#ff7a3c', '#e23bd0'],
    build: () =>
      openAir({
        length: 2.82,
        fans: 3,
        radius: 0.42,
        depth: 0.5,
        color: '#26262c',
        accent: '#ff7a3c',
        style: 'facets',
        blades: 11,
        bladeColor: '#2b2b33',
        model: 'VX 9060 XT',
      }),
  },
  'placa-vortex-vx-9070-nieve': {
    ...view,
    yaw: -34,
    key: 0.24,
    env: 0.62,
    bloom: 0.2,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      openAir({
        length: 2.6,
        fans: 2,
        radius: 0.54,
        depth: 0.54,
        color: '#e2e5ec',
        accent: '#7c5cff',
        glow: '#8f78ff',
        style: 'round',
        bladeColor: '#d5d8e0',
        model: '',
      }),
  },
  'placa-vortex-vx-9090-trio': {
    ...view,
    yaw: -26,
    glow: ['#e23bd0', '#22d3ee'],
    build: () =>
      openAir({
        length: 3.58,
        fans: 3,
        radius: 0.53,
        depth: 0.68,
        color: '#33343d',
        accent: '#e23bd0',
        glow: '#e23bd0',
        style: 'facets',
        bladeColor: '#26272e',
        model: 'VX 9090',
      }),
  },
  'placa-vortex-vx-9090-hydro': { ...view, yaw: -24, pitch: 20, glow: ['#e23bd0', '#7c5cff'], build: hydro },
  'placa-vortex-pro-w7-32': { ...view, yaw: -32, glow: ['#3b82f6', '#22d3ee'], build: blower },
  'placa-vortex-vx-9080-white': {
    ...view,
    key: 0.24,
    env: 0.62,
    bloom: 0.2,
    build: () =>
      openAir({
        length: 3.36,
        fans: 3,
        radius: 0.5,
        depth: 0.62,
        color: '#e6e8ee',
        accent: '#22d3ee',
        glow: '#5ce1ff',
        style: 'sharp',
        blades: 9,
        bladeColor: '#d5d8e0',
        model: '',
      }),
  },
}
