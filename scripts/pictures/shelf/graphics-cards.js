// Graphics cards, standing on their long edge with the fans to the front.

import { caseFan, wellFan } from '../fans.js'
import { at, box, disc, drill, group, outline, plate, rect, times, tube } from '../forms.js'
import { brandPrint, textPrint } from '../labels.js'
import { black, brushed, metal, neon, painted, plastic } from '../materials.js'
import { fingers, port, screw, vent } from '../sockets.js'

const H = 1.28

/** Bracket at the left end, turned so that its ports face -x. */
function bracket(height, depth, ports) {
  const steel = metal('#8f949d', 0.36)
  return group(
    at(box(0.03, height + 0.16, depth + 0.1, steel, 0.008), 0, -0.02, 0),
    at(box(0.22, 0.03, depth + 0.1, steel, 0.01), -0.1, height / 2 + 0.06, 0),
    ports.map((kind, i) => at(port(kind, 1), -0.02, 0.34 - i * 0.27, depth * 0.22, 0, -Math.PI / 2, Math.PI / 2)),
    at(
      at(vent(0.2, height * 0.7, 4), -0.018, 0, -depth * 0.22, 0, -Math.PI / 2),
      -0.018,
      0,
      -depth * 0.2,
      0,
      -Math.PI / 2,
    ),
  )
}

function fins(length, height, depth) {
  const steel = metal('#a4a9b3', 0.34)
  const n = Math.round(length / 0.055)
  return group(times(n, (i) => at(box(0.012, height, depth, steel, 0.003), (i - (n - 1) / 2) * (length / n), 0, 0)))
}

/** Board, gold fingers, backplate and cooler block common to all cards; z = 0 is the board. */
function body(length, depth, { plateColor = '#17181d', height = H, ports = ['dp', 'dp', 'dp', 'hdmi'] }) {
  return group(
    at(box(length, height, 0.05, plastic('#0c0d10', 0.5), 0.01), 0, 0, 0),
    at(plate(rect(length * 1.005, height * 1.01, 0.05), 0.035, painted(plateColor, 0.35)), 0, 0, -0.06),
    at(fins(length * 0.96, height * 0.9, depth - 0.18), 0, 0, depth / 2 - 0.02),
    at(box(1.05, 0.12, 0.045, plastic('#0c0d10'), 0.005), -length / 2 + 0.95, -height / 2 - 0.05, 0),
    at(fingers(28, 1.0, 0.09), -length / 2 + 0.95, -height / 2 - 0.06, 0.025),
    at(bracket(height, depth, ports), -length / 2 - 0.03, 0, depth / 2 - 0.05),
  )
}

/** Powers the card: socket on the top edge. */
const powerSocket = (x, height) => at(box(0.34, 0.1, 0.16, black(), 0.01), x, height / 2, 0.1)

function shroud(shape, fansAt, radius, material, depth) {
  return at(
    plate(
      drill(
        shape,
        fansAt.map((x) => [x, 0, radius * 1.03 - 0.045]),
      ),
      0.3,
      material,
      0.045,
    ),
    0,
    0,
    depth - 0.13,
  )
}

const facets = (l, h) =>
  outline(
    [
      [-l / 2, -h / 2 + 0.12],
      [-l / 2 + 0.16, -h / 2],
      [-l * 0.2, -h / 2],
      [-l * 0.17, -h / 2 + 0.07],
      [l * 0.17, -h / 2 + 0.07],
      [l * 0.2, -h / 2],
      [l / 2 - 0.3, -h / 2],
      [l / 2, -h / 2 + 0.26],
      [l / 2, h / 2 - 0.1],
      [l / 2 - 0.12, h / 2],
      [l * 0.2, h / 2],
      [l * 0.17, h / 2 - 0.07],
      [-l * 0.17, h / 2 - 0.07],
      [-l * 0.2, h / 2],
      [-l / 2 + 0.26, h / 2],
      [-l / 2, h / 2 - 0.24],
    ],
    0.04,
  )

function slash(x, y, length, color, angle) {
  return at(box(length, 0.028, 0.02, neon(color, 2.6), 0.008), x, y, 0, 0, 0, angle)
}

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

/** Liquid-cooled card beside its radiator. */
function hydro() {
  const length = 2.75
  const shell = painted('#2a2b33', 0.32)
  const hose = plastic('#0e0f12', 0.7)
  const radiator = group(
    at(box(2.42, 1.22, 0.27, painted('#101116', 0.5), 0.03), 0, 0, -0.28),
    [-0.6, 0.6].map((x) => at(caseFan({ side: 1.18, glow: '#e23bd0', brand: 'Vortex' }), x, 0, 0)),
  )
  return group(
    at(
      group(
        body(length, 0.36, {}),
        at(box(length, H, 0.24, shell, 0.05), 0, 0, 0.22),
        at(
          plate(
            outline(
              [
                [-1.1, -0.42],
                [0.9, -0.42],
                [1.1, -0.1],
                [1.1, 0.42],
                [-0.8, 0.42],
                [-1.1, 0.14],
              ],
              0.05,
            ),
            0.06,
            brushed('#4a4f59', 0.3),
            0.015,
          ),
          0,
          0,
          0.36,
        ),
        at(brandPrint('Vortex', 1.25, { color: '#ffffff', glow: 1.5 }), -0.02, 0.06, 0.395),
        at(textPrint('HYDRO', 0.9, 0.14, { color: '#ff8df2', glow: 1.6 }), -0.02, -0.22, 0.395),
        slashRow(0.34),
        powerSocket(0.8, H),
      ),
      0.1,
      0.76,
      0.95,
    ),
    at(radiator, -0.2, 1.35, -0.75, 0, 0.12),
    tube(
      [
        [1.3, 0.95, 1.05],
        [1.75, 1.0, 0.9],
        [2.0, 1.4, 0.2],
        [1.75, 1.75, -0.6],
        [1.1, 1.72, -0.95],
      ],
      0.075,
      hose,
    ),
    tube(
      [
        [1.3, 0.65, 1.05],
        [1.85, 0.7, 0.95],
        [2.2, 1.1, 0.1],
        [1.85, 1.35, -0.8],
        [1.1, 1.3, -1.0],
      ],
      0.075,
      hose,
    ),
    [0.95, 0.65].map((y) => at(disc(0.1, 0.2, metal('#6a6f79')), 1.46, y, 1.04, 0, 0, Math.PI / 2)),
  )
}

const slashRow = (z) =>
  group(
    times(3, (i) =>
      at(box(0.2, 0.025, 0.02, neon('#e23bd0', 2.6), 0.006), 1.16 - i * 0.06, -0.5 + i * 0.06, z + 0.01, 0, 0, 0.8),
    ),
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
