// Pictures shown on screens: game scenes, desktops and interfaces, all drawn here.

import { paintMark, write } from './labels.js'
import { dice, drawn } from './materials.js'

function fill(c, w, h, stops, angle = 0) {
  const g = angle ? c.createLinearGradient(0, 0, w, h) : c.createLinearGradient(0, 0, 0, h)
  for (const [i, color] of stops.entries()) g.addColorStop(i / (stops.length - 1), color)
  c.fillStyle = g
  c.fillRect(0, 0, w, h)
}

function ridge(c, w, h, level, rough, color, random) {
  c.fillStyle = color
  c.beginPath()
  c.moveTo(0, h)
  let y = level
  for (let x = 0; x <= w; x += w / 60) {
    y += (random() - 0.5) * rough
    y += (level - y) * 0.12
    c.lineTo(x, y)
  }
  c.lineTo(w, h)
  c.fill()
}

/** Sunset over ridges with a grid ground. */
function sunset(c, w, h) {
  const random = dice(4)
  fill(c, w, h, ['#0b0830', '#3a1678', '#b32fb0', '#ff7a6b', '#ffd08a'])
  for (let i = 0; i < 160; i++) {
    c.fillStyle = `rgba(255,255,255,${random() * 0.8})`
    c.fillRect(random() * w, random() * h * 0.4, 2, 2)
  }
  const sun = c.createLinearGradient(0, h * 0.25, 0, h * 0.68)
  sun.addColorStop(0, '#fff3b0')
  sun.addColorStop(1, '#ff4fa0')
  c.fillStyle = sun
  c.beginPath()
  c.arc(w * 0.58, h * 0.46, h * 0.22, 0, 7)
  c.fill()
  ridge(c, w, h, h * 0.56, h * 0.09, '#57207f', random)
  ridge(c, w, h, h * 0.64, h * 0.11, '#2b1260', random)
  ridge(c, w, h, h * 0.74, h * 0.06, '#120a38', random)
  c.strokeStyle = '#31e6ff'
  c.lineWidth = h / 360
  for (let i = -24; i <= 24; i++) {
    c.beginPath()
    c.moveTo(w * 0.58 + i * w * 0.012, h * 0.76)
    c.lineTo(w * 0.58 + i * w * 0.12, h)
    c.stroke()
  }
  for (let i = 0; i < 9; i++) {
    const y = h * 0.76 + h * 0.24 * (i / 9) ** 1.8
    c.beginPath()
    c.moveTo(0, y)
    c.lineTo(w, y)
    c.stroke()
  }
}

/** Aurora over a dark landscape. */
function aurora(c, w, h) {
  const random = dice(9)
  fill(c, w, h, ['#020617', '#04243a', '#0a4d5c', '#0d6b70'])
  c.globalCompositeOperation = 'lighter'
  for (let i = 0; i < 220; i++) {
    const x = (i / 220) * w
    const y = h * (0.22 + 0.13 * Math.sin(i / 26) + 0.06 * Math.sin(i / 7))
    const g = c.createLinearGradient(0, y, 0, y + h * 0.42)
    g.addColorStop(0, 'rgba(124,92,255,0)')
    g.addColorStop(0.25, `rgba(${60 + 120 * Math.sin(i / 40) ** 2},240,200,0.20)`)
    g.addColorStop(1, 'rgba(34,211,238,0)')
    c.fillStyle = g
    c.fillRect(x, y, w / 90, h * 0.42)
  }
  c.globalCompositeOperation = 'source-over'
  ridge(c, w, h, h * 0.7, h * 0.12, '#062a3a', random)
  ridge(c, w, h, h * 0.84, h * 0.08, '#02121c', random)
}

/** Race seen from the cockpit. */
function race(c, w, h) {
  const random = dice(21)
  fill(c, w, h, ['#060a24', '#142a6b', '#3f6fd8', '#ffb37a'])
  for (let i = 0; i < 60; i++) {
    const tall = h * (0.08 + random() * 0.24)
    c.fillStyle = `hsl(${225 + random() * 40}, 50%, ${8 + random() * 9}%)`
    c.fillRect((i / 60) * w, h * 0.62 - tall, w / 55, tall)
    c.fillStyle = 'rgba(120,230,255,0.7)'
    for (let k = 0; k < 8; k++)
      if (random() > 0.5) c.fillRect((i / 60) * w + random() * (w / 70), h * 0.62 - random() * tall, w / 700, h / 160)
  }
  c.fillStyle = '#0d0f1c'
  c.fillRect(0, h * 0.61, w, h)
  c.fillStyle = '#23263a'
  c.beginPath()
  for (const [x, y] of [
    [0.485, 0.61],
    [0.515, 0.61],
    [0.98, 1],
    [0.02, 1],
  ])
    c.lineTo(x * w, y * h)
  c.fill()
  const lane = (a, b, color) => {
    c.fillStyle = color
    c.beginPath()
    for (const [x, y] of [
      [a, 0.61],
      [a + 0.001, 0.61],
      [b + 0.03, 1],
      [b, 1],
    ])
      c.lineTo(x * w, y * h)
    c.fill()
  }
  lane(0.4855, 0.05, '#22d3ee')
  lane(0.5135, 0.92, '#ff3fb4')
  lane(0.4995, 0.485, '#f5f7ff')
  c.fillStyle = '#ff2e4d'
  c.fillRect(w * 0.47, h * 0.7, w * 0.06, h * 0.07)
  c.fillStyle = '#ffd7dc'
  c.fillRect(w * 0.472, h * 0.735, w * 0.014, h * 0.015)
  c.fillRect(w * 0.514, h * 0.735, w * 0.014, h * 0.015)
  write(c, '286', w * 0.9, h * 0.84, h * 0.13, '#ffffff', { align: 'center' })
  write(c, 'km/h', w * 0.9, h * 0.93, h * 0.045, '#9fe8ff', { align: 'center' })
  write(c, 'P2 / 20', w * 0.1, h * 0.1, h * 0.07, '#ffffff', { align: 'center' })
}

/** Editor with coloured lines. */
function code(c, w, h) {
  const random = dice(31)
  fill(c, w, h, ['#11131f', '#0d0f18'])
  c.fillStyle = '#181b2a'
  c.fillRect(0, 0, w * 0.17, h)
  const colors = ['#8f78ff', '#22d3ee', '#f472d0', '#e7e9f5', '#7ddf9b', '#ffc46b']
  const line = h / 44
  for (let i = 1; i < 43; i++) {
    let x = w * 0.21 + Math.floor(random() * 4) * w * 0.03
    const words = Math.floor(random() * 6)
    for (let k = 0; k < words; k++) {
      const long = w * (0.02 + random() * 0.09)
      c.fillStyle = colors[Math.floor(random() * colors.length)]
      c.fillRect(x, i * line, long, line * 0.42)
      x += long + w * 0.012
    }
    if (i < 22) {
      c.fillStyle = '#4b5070'
      c.fillRect(w * (0.02 + (i % 3) * 0.012), i * line * 1.3, w * (0.05 + random() * 0.06), line * 0.4)
    }
  }
}

/** Soft abstract ribbons. */
function silk(c, w, h) {
  fill(c, w, h, ['#0a0722', '#16104a', '#0a2a52'], 1)
  for (let i = 0; i < 46; i++) {
    c.strokeStyle = `hsla(${318 - i * 3}, 92%, ${52 + i * 0.4}%, 0.35)`
    c.lineWidth = h / 40
    c.beginPath()
    for (let x = -20; x <= w + 20; x += 20)
      c.lineTo(
        x,
        h * 0.82 -
          i * h * 0.011 -
          h * 0.2 * Math.sin(x / (w * 0.28) + i * 0.035) -
          h * 0.1 * Math.sin(x / (w * 0.12) - i * 0.05),
      )
    c.stroke()
  }
}

/** Tiles of a game library. */
function library(c, w, h) {
  fill(c, w, h, ['#141030', '#0a0a18'])
  const scenes = [sunset, aurora, race, silk, aurora, sunset, silk, race]
  scenes.forEach((scene, i) => {
    const [tw, th] = [w * 0.205, h * 0.33]
    c.save()
    c.translate(w * 0.055 + (i % 4) * w * 0.228, h * 0.22 + Math.floor(i / 4) * h * 0.38)
    c.beginPath()
    c.roundRect(0, 0, tw, th, 12)
    c.clip()
    scene(c, tw, th)
    c.restore()
  })
  paintMark(c, 'Drakon', w * 0.055, h * 0.055, h * 0.11, '#ffffff')
  write(c, 'Biblioteca', w * 0.13, h * 0.115, h * 0.075, '#ffffff')
}

const scenes = { sunset, aurora, race, code, silk, library }

/** Texture of a named scene: sunset | aurora | race | code | silk | library. */
export const display = (name, width = 1920, height = 1080) => drawn(width, height, scenes[name])
