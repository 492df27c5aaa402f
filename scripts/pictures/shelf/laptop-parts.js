// Deck, lid and hinge of the notebooks.

import { display } from '../displays.js'
import { at, box, card, disc, group, plate, rect } from '../forms.js'
import { keyField, wave } from '../keys.js'
import { brandPrint, markPrint } from '../labels.js'
import { gloss, metal, neon, plastic, screen } from '../materials.js'
import { port } from '../sockets.js'

/** Deck lying on the floor; its back edge is at z = -d / 2. */
export function deck({
  w,
  d,
  thick,
  shell,
  brand,
  keys,
  unit,
  padX = 0,
  keyZ,
  pad = 1,
  glowEdge,
  keyColor = '#17181d',
  ink = wave,
  inkGlow = 1.5,
  well = '#0d0e12',
}) {
  const top = thick + 0.02
  return group(
    at(plate(rect(w, d, 0.1), thick, shell, 0.025), 0, thick / 2 + 0.02, 0, -Math.PI / 2),
    keys && at(box(w * 0.9, 0.012, d * 0.5, plastic(well, 0.6), 0.004), 0, top, keyZ),
    keys &&
      at(
        keyField({
          layout: 'compact',
          unit,
          height: 0.24,
          taper: 0.03,
          material: plastic(keyColor, 0.55),
          ink,
          glow: inkGlow,
        }),
        0,
        top + 0.004,
        keyZ,
      ),
    pad && at(box(w * 0.36 * pad, 0.008, d * 0.29, gloss(well), 0.003), padX, top, d * 0.32),
    at(brandPrint(brand, 0.34, { color: '#8d93a5' }), 0, top + 0.002, d / 2 - 0.02 - 0.03, -Math.PI / 2),
    [0.42, 0.3].map((k, i) =>
      at(port(i ? 'usb' : 'usbc', 0.6), -w / 2 + 0.005, thick / 2 + 0.02, -d * (k - 0.2), 0, -Math.PI / 2),
    ),
    [0.42, 0.3].map((k, i) =>
      at(port(i ? 'usb' : 'hdmi', 0.6), w / 2 - 0.005, thick / 2 + 0.02, -d * (k - 0.2), 0, Math.PI / 2),
    ),
    glowEdge && at(box(w * 0.92, 0.02, 0.02, neon(glowEdge, 2.2), 0.006), 0, 0.05, d / 2),
  )
}

/** Lid whose hinge is the origin; faces +z when upright. */
export function lid({
  w,
  h,
  shell,
  brand,
  picture,
  bezel = 0.05,
  chin = 0.12,
  mark = true,
  markGlow = 1.5,
  thick = 0.05,
}) {
  return group(
    at(plate(rect(w, h, 0.1), thick, shell, 0.015), 0, h / 2, 0),
    at(box(w - 0.03, h - 0.03, 0.008, gloss('#040406'), 0.003), 0, h / 2, thick / 2),
    at(
      card(w - bezel * 2, h - bezel - chin, screen(display(picture, 1920, 1200), 1.15)),
      0,
      h / 2 + (chin - bezel) / 2,
      thick / 2 + 0.006,
    ),
    at(disc(0.012, 0.004, gloss('#10142a')), 0, h - bezel / 2, thick / 2 + 0.005, Math.PI / 2),
    mark && at(markPrint(brand, 0.4, { glow: markGlow }), 0, h / 2, -thick / 2 - 0.003, 0, Math.PI),
  )
}

export const hinge = (w, z, y, material) =>
  group([-1, 1].map((s) => at(disc(0.045, w * 0.22, material), s * w * 0.3, y, z, 0, 0, Math.PI / 2)))

/** Ordinary open notebook; open is the lid's lean behind the vertical in radians. */
export function open(base, cover, lean = 0.3) {
  return group(
    deck(base),
    hinge(base.w, -base.d / 2 + 0.03, base.thick + 0.04, metal('#3a3d46', 0.35)),
    at(lid(cover), 0, base.thick + 0.05, -base.d / 2 + 0.03, -lean),
  )
}
