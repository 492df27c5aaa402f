// Mother boards, leaning back so that the side with the parts faces the camera. A unit is ten centimetres.

import { at, box, card, disc, group, outline, plate, times } from '../forms.js'
import { brandPrint, markPrint, textPrint } from '../labels.js'
import { black, brushed, drawn, gold, metal, neon, painted, plastic } from '../materials.js'
import { board, port, screw } from '../sockets.js'

const flat = (part, x, y, z) => at(part, x, y, z, -Math.PI / 2)

/** Field of contacts, as a texture. */
const contacts = () =>
  drawn(512, 512, (c) => {
    c.fillStyle = '#17191d'
    c.fillRect(0, 0, 512, 512)
    for (let i = 0; i < 34; i++)
      for (let j = 0; j < 34; j++) {
        if (i > 11 && i < 22 && j > 12 && j < 21) continue
        c.fillStyle = (i + j) % 2 ? '#e3b95c' : '#b98d3b'
        c.fillRect(i * 15 + 3, j * 15 + 3, 8, 8)
      }
  })

/** Processor socket: steel frame with a lever round the contacts. */
function socket(k) {
  const steel = brushed('#b9bec8', 0.3)
  const frame = outline(rectPoints(0.74, 0.8), 0.06)
  frame.holes.push(outline(rectPoints(0.5, 0.54), 0.03))
  const pins = plastic('#ffffff', 0.45)
  pins.map = contacts()
  const set = group(
    at(box(0.68, 0.05, 0.74, plastic('#141519', 0.5), 0.01), 0, 0.045, 0),
    flat(card(0.52, 0.56, pins), 0, 0.074, 0),
    flat(plate(frame, 0.035, steel, 0.008), 0, 0.1, 0),
    at(box(0.022, 0.03, 0.86, steel, 0.01), 0.41, 0.1, 0.02),
    at(box(0.12, 0.03, 0.022, steel, 0.01), 0.37, 0.1, 0.45),
    [-1, 1].map((x) => [-1, 1].map((z) => flat(screw(0.026), x * 0.32, 0.124, z * 0.35))),
    [-1, 1].map((x) => [-1, 1].map((z) => at(disc(0.045, 0.05, metal('#71757e')), x * 0.45, 0.04, z * 0.5))),
  )
  set.scale.setScalar(k)
  return set
}

const rectPoints = (w, h) => [
  [-w / 2, -h / 2],
  [w / 2, -h / 2],
  [w / 2, h / 2],
  [-w / 2, h / 2],
]

function memorySlots(count, x, z, accent) {
  return times(count, (i) =>
    group(
      at(box(0.062, 0.09, 1.36, plastic(i % 2 ? '#26282f' : accent, 0.45), 0.01), x + i * 0.1, 0.065, z),
      at(box(0.02, 0.012, 1.28, black(), 0.002), x + i * 0.1, 0.112, z),
      [-1, 1].map((s) => at(box(0.07, 0.14, 0.07, plastic('#31333b', 0.4), 0.012), x + i * 0.1, 0.09, z + s * 0.7)),
    ),
  )
}

/** Slot for cards along x, its left end at x; armoured ones have a steel shell. */
function cardSlot(x, z, length, isArmoured) {
  const shell = isArmoured ? brushed('#a9aeb8', 0.5) : plastic('#1f2127', 0.8)
  return group(
    at(box(length, 0.105, 0.075, shell, 0.012), x + length / 2, 0.07, z),
    at(box(length - 0.05, 0.012, 0.02, black(), 0.002), x + length / 2, 0.122, z),
    at(box(0.06, 0.13, 0.1, plastic('#2b2d35', 0.8), 0.015), x + length + 0.02, 0.08, z),
  )
}

/** Block of ribs along z, their tops cut at a slant. */
function heatSink(w, d, h, material, across = false) {
  const n = Math.round((across ? w : d) / 0.075)
  return group(
    at(box(w, h * 0.5, d, material, 0.015), 0, h * 0.25, 0),
    times(n, (i) => {
      const offset = (i - (n - 1) / 2) * ((across ? w : d) / n)
      const rib = across ? box(0.036, h, d, material, 0.012) : box(w, h, 0.036, material, 0.012)
      return at(rib, across ? offset : 0, h / 2, across ? 0 : offset)
    }),
  )
}

function chokes(n, x, z, isColumn) {
  return times(n, (i) =>
    group(
      at(
        box(0.085, 0.075, 0.085, painted('#5c6069', 0.5), 0.012),
        x + (isColumn ? 0 : i * 0.105),
        0.055,
        z + (isColumn ? i * 0.105 : 0),
      ),
      at(
        disc(0.034, 0.085, metal('#b6bac3', 0.3), 0.012),
        x + (isColumn ? 0.1 : i * 0.105),
        0.06,
        z + (isColumn ? i * 0.105 : 0.1),
      ),
    ),
  )
}

/** Plate over a drive, bevelled at one end, with a print. */
function drivePlate(w, d, material, text) {
  const shape = outline(
    [
      [-w / 2, -d / 2],
      [w / 2 - 0.09, -d / 2],
      [w / 2, -d / 2 + 0.09],
      [w / 2, d / 2],
      [-w / 2, d / 2],
    ],
    0.02,
  )
  return group(
    flat(plate(shape, 0.07, material, 0.015), 0, 0.07, 0),
    flat(screw(0.022), w / 2 - 0.06, 0.108, 0),
    text && flat(textPrint(text, w * 0.5, d * 0.36, { color: '#c7ccd9', size: 0.7 }), -w * 0.16, 0.108, 0),
  )
}

/** Cover over the sockets of the back, whose openings face -x. */
function backPanel(w, z0, length, shell, accent, { ports: kinds, hasWifi }) {
  const cover = outline(
    [
      [0, 0],
      [0.44, 0],
      [0.52, 0.1],
      [0.52, length * 0.62],
      [0.4, length * 0.76],
      [0.4, length],
      [0, length],
    ],
    0.03,
  )
  return group(
    kinds.map((kind, i) =>
      group(
        at(box(0.22, 0.26, 0.2, metal('#777c87', 0.5), 0.01), -w / 2 + 0.1, 0.15, z0 + 0.14 + i * 0.23),
        at(port(kind, 0.72), -w / 2 - 0.02, 0.16, z0 + 0.14 + i * 0.23, 0, -Math.PI / 2, Math.PI / 2),
      ),
    ),
    hasWifi &&
      [0.1, 0.22].map((y) =>
        at(disc(0.03, 0.1, gold(), 0.005), -w / 2 - 0.03, y, z0 + 0.14 + kinds.length * 0.23, 0, 0, Math.PI / 2),
      ),
    shell &&
      group(
        flat(plate(cover, 0.3, shell, 0.03), -w / 2 + 0.04, 0.2, z0 + length),
        at(box(0.02, 0.012, length * 0.5, neon(accent, 2.2), 0.004), -w / 2 + 0.46, 0.352, z0 + 0.4),
        at(flatText(brandPrint('Orvex', 0.62)), -w / 2 + 0.26, 0.355, z0 + length * 0.42, 0, Math.PI / 2),
      ),
  )
}

const flatText = (part) => group(at(part, 0, 0, 0, -Math.PI / 2))

/** Sockets for drives on the right edge and pin rows along the lower edge. */
function edges(w, d, satas) {
  return group(
    times(satas, (i) =>
      at(box(0.16, 0.13, 0.13, plastic('#202228', 0.4), 0.012), w / 2 - 0.06, 0.09, d / 2 - 0.72 + i * 0.15),
    ),
    at(box(0.13, 0.15, 0.54, plastic('#1b1c21', 0.4), 0.012), w / 2 - 0.09, 0.09, -d / 2 + 0.86),
    times(24, (i) =>
      at(
        box(0.03, 0.012, 0.03, black(), 0.003),
        w / 2 - 0.115 + (i % 2) * 0.05,
        0.167,
        -d / 2 + 0.63 + Math.floor(i / 2) * 0.042,
      ),
    ),
    times(Math.floor(w / 0.32), (i) =>
      group(
        at(box(0.2, 0.05, 0.07, plastic('#1b1c21'), 0.005), -w / 2 + 0.34 + i * 0.28, 0.04, d / 2 - 0.06),
        times(8, (j) =>
          at(
            box(0.01, 0.09, 0.01, gold(), 0.001),
            -w / 2 + 0.26 + i * 0.28 + (j % 4) * 0.05,
            0.07,
            d / 2 - 0.075 + Math.floor(j / 4) * 0.03,
          ),
        ),
      ),
    ),
    [-1, 1].map((x) => [-1, 1].map((z) => flat(screw(0.04, '#b8bcc6'), x * (w / 2 - 0.1), 0.03, z * (d / 2 - 0.1)))),
  )
}

/** The parts of the sound, in the lower left corner, behind a line that parts them from the rest. */
function sound(w, d) {
  return group(
    times(5, (i) => at(disc(0.036, 0.1, gold(), 0.012), -w / 2 + 0.14 + (i % 2) * 0.11, 0.07, d / 2 - 0.62 + i * 0.1)),
    at(box(0.17, 0.05, 0.17, plastic('#111216', 0.3), 0.01), -w / 2 + 0.2, 0.05, d / 2 - 0.78),
  )
}

/** Size in units; look: colours of board, metal and light; slots of memory and for cards. */
function motherBoard({
  w,
  d,
  ground = '#101318',
  line = '#232a35',
  alloy,
  shell,
  accent,
  memory = 4,
  cards,
  satas = 4,
  isArmoured,
  drives,
  model,
  ...back
}) {
  const top = -d / 2
  const firstCard = top + 1.66
  const memoryX = w / 2 - 0.24 - (memory - 1) * 0.1
  const socketX = (-w / 2 + (shell ? 0.72 : 0.46) + memoryX) / 2 - 0.02
  const metalOf = alloy && painted(alloy, 0.34)
  return group(
    board(w, d, 0.04, ground, line, 4, 0),
    backPanel(w, top + 0.04, 1.42, shell && painted(shell, 0.4), accent, back),
    metalOf && at(heatSink(w - 1.24 > 0.9 ? 0.86 : 0.5, 0.26, 0.26, metalOf, true), socketX, 0.03, top + 0.2),
    metalOf && w > 2 && at(heatSink(0.24, 0.86, 0.28, metalOf), -w / 2 + (shell ? 0.66 : 0.44), 0.03, top + 0.78),
    chokes(metalOf ? 6 : 5, socketX - 0.28, top + (metalOf ? 0.4 : 0.2), false),
    chokes(metalOf ? 0 : 5, -w / 2 + 0.42, top + 0.5, true),
    at(box(0.34, 0.14, 0.15, plastic('#1b1c21', 0.4), 0.012), -w / 2 + (shell ? 0.74 : 0.5), 0.09, top + 0.08),
    at(socket(0.86), socketX, 0, top + 0.86),
    memorySlots(memory, memoryX, top + 0.86, accent === '#dfe3ea' ? '#565b66' : '#3a3d47'),
    edges(w, d, satas),
    cards.map(([offset, length], i) => cardSlot(-w / 2 + 0.34, firstCard + offset, length, isArmoured && i === 0)),
    drives.map(([x, z, length, text]) =>
      at(drivePlate(length, 0.25, painted(alloy ?? '#3a3d46', 0.36), text), x, 0, firstCard + z),
    ),
    d > 2 && sound(w, d),
    d > 2 && chipset(w / 2 - 0.62, d / 2 - 0.56, alloy, accent),
    at(disc(0.1, 0.03, metal('#7d818a', 0.6), 0.01), d > 2 ? 0.02 : w / 2 - 0.5, 0.05, d / 2 - (d > 2 ? 0.32 : 0.3)),
    flat(textPrint(model, 0.52, 0.1, { color: '#8d94a6' }), socketX, 0.026, top + 1.4),
  )
}

function chipset(x, z, alloy, accent) {
  const shape = outline(
    [
      [-0.42, -0.4],
      [0.3, -0.4],
      [0.42, -0.26],
      [0.42, 0.3],
      [0.3, 0.4],
      [-0.28, 0.4],
      [-0.42, 0.26],
    ],
    0.03,
  )
  if (!alloy) return at(heatSink(0.42, 0.42, 0.14, painted('#4a4e59', 0.4)), x + 0.1, 0.03, z)
  return group(
    flat(plate(shape, 0.13, painted(alloy, 0.34), 0.02), x, 0.1, z),
    flat(markPrint('Orvex', 0.34, { color: accent, glow: 1.5 }), x - 0.02, 0.168, z - 0.02),
    at(box(0.5, 0.012, 0.02, neon(accent, 2.2), 0.004), x - 0.02, 0.166, z + 0.28),
  )
}

/** Leans the board back on its lower edge. */
const leaning = (part) => group(at(part, 0, 1, 0, 1.3, 0, 0))

const view = { yaw: -24, pitch: 16, fill: 0.82, key: 0.85 }
const wide = { w: 2.44, d: 3.05 }
const full = ['usb', 'usb', 'hdmi', 'usbc', 'rj45']
const small = {
  w: 2.26,
  d: 2.26,
  ground: '#0f1a2a',
  line: '#274062',
  accent: '#3b82f6',
  cards: [
    [0, 0.9],
    [0.44, 0.3],
  ],
  drives: [],
  ports: ['usb', 'usb', 'hdmi', 'rj45', 'usb'],
  hasWifi: false,
}

export const motherBoards = {
  'placa-madre-orvex-b750-pro-wifi': {
    ...view,
    build: () =>
      leaning(
        motherBoard({
          ...wide,
          alloy: '#343741',
          shell: '#2a2c34',
          accent: '#7c5cff',
          cards: [
            [0, 0.9],
            [0.62, 0.3],
            [1.2, 0.9],
          ],
          isArmoured: true,
          drives: [
            [0.02, 0.3, 0.86, 'M.2'],
            [-0.28, 0.9, 0.86, 'M.2'],
          ],
          model: 'B750 PRO',
          ports: full,
          hasWifi: true,
        }),
      ),
  },
  'placa-madre-orvex-x770-titan': {
    ...view,
    yaw: 24,
    glow: ['#e23bd0', '#22d3ee'],
    build: () =>
      leaning(
        motherBoard({
          w: 2.77,
          d: 3.05,
          alloy: '#4a4d59',
          shell: '#3a3c46',
          accent: '#e23bd0',
          cards: [
            [0, 0.9],
            [0.7, 0.9],
            [1.24, 0.9],
          ],
          isArmoured: true,
          drives: [
            [0.3, 0.34, 1.16, 'GEN 5'],
            [-0.22, 0.98, 0.92, 'M.2'],
          ],
          model: 'X770 TITAN',
          ports: full,
          hasWifi: true,
        }),
      ),
  },
  'placa-madre-orvex-x770-nieve': {
    ...view,
    yaw: -30,
    key: 0.36,
    env: 0.7,
    bloom: 0.2,
    glow: ['#22d3ee', '#7c5cff'],
    build: () =>
      leaning(
        motherBoard({
          ...wide,
          ground: '#c9ced8',
          line: '#aab1bf',
          alloy: '#dfe3ea',
          shell: '#e4e7ee',
          accent: '#22d3ee',
          cards: [
            [0, 0.9],
            [0.62, 0.3],
            [1.2, 0.9],
          ],
          isArmoured: true,
          drives: [
            [0.02, 0.3, 0.86, ''],
            [-0.28, 0.9, 0.86, ''],
          ],
          model: 'X770 NIEVE',
          ports: full,
          hasWifi: true,
        }),
      ),
  },
  'placa-madre-orvex-b750m-wifi': {
    ...view,
    fill: 0.76,
    glow: ['#22d3ee', '#3b82f6'],
    build: () =>
      leaning(
        motherBoard({
          w: 2.44,
          d: 2.44,
          alloy: '#3d4450',
          shell: '#2b303a',
          accent: '#22d3ee',
          cards: [
            [0, 0.9],
            [0.58, 0.3],
          ],
          isArmoured: true,
          drives: [[0.02, 0.3, 0.86, 'M.2']],
          model: 'B750M WIFI',
          ports: full,
          hasWifi: true,
        }),
      ),
  },
  'placa-madre-orvex-a720m': {
    ...view,
    yaw: 26,
    fill: 0.74,
    glow: ['#3b82f6', '#22d3ee'],
    build: () => leaning(motherBoard({ ...small, memory: 2, model: 'A720M' })),
  },
  'placa-madre-orvex-b530m': {
    ...view,
    yaw: 24,
    fill: 0.74,
    glow: ['#7c5cff', '#22d3ee'],
    build: () =>
      leaning(motherBoard({ ...small, ground: '#15141d', line: '#3a3552', accent: '#7c5cff', model: 'B530M' })),
  },
  'placa-madre-orvex-b750i-mini': {
    ...view,
    fill: 0.68,
    glow: ['#e23bd0', '#7c5cff'],
    build: () =>
      leaning(
        motherBoard({
          w: 1.7,
          d: 1.8,
          alloy: '#474a55',
          shell: '#33353e',
          accent: '#e23bd0',
          memory: 2,
          satas: 0,
          cards: [[0.04, 0.9]],
          isArmoured: true,
          drives: [],
          model: 'B750I',
          ports: full,
          hasWifi: true,
        }),
      ),
  },
  'placa-madre-orvex-w990-estacion': {
    ...view,
    yaw: -20,
    fill: 0.86,
    glow: ['#ff7a3c', '#7c5cff'],
    build: () =>
      leaning(
        motherBoard({
          w: 3.05,
          d: 3.3,
          alloy: '#3b3d46',
          shell: '#2b2d35',
          accent: '#ff7a3c',
          cards: [
            [0, 0.9],
            [0.36, 0.9],
            [0.72, 0.9],
            [1.08, 0.9],
            [1.44, 0.9],
          ],
          satas: 4,
          isArmoured: true,
          drives: [[0.62, 0.2, 0.86, 'M.2']],
          model: 'W990',
          ports: full,
          hasWifi: false,
        }),
      ),
  },
}
