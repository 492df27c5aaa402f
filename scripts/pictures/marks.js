// Brand marks and a stroke alphabet of our own: the same outlines feed the SVG logos and the labels on the products.

/** Marks in a 24 x 24 box: [path, 'fill' | 'stroke']. */
export const marks = {
  Vortex: [
    ['M12 2a10 10 0 1 0 10 10h-4.2A5.8 5.8 0 1 1 12 6.2z', 'fill'],
    ['M22 2l-10 10h5z', 'fill'],
  ],
  Kyntra: [['M4 3h4.4v7.2L15.2 3H21l-8 8.6L21 21h-5.8l-6.8-8.2V21H4z', 'fill']],
  Lumora: [['M12 2l2.6 7.4L22 12l-7.4 2.6L12 22l-2.6-7.4L2 12l7.4-2.6z', 'fill']],
  Drakon: [['M3 3l9 4.2L21 3l-2.4 11L12 21.5 5.4 14zM8 9.2l1.6 4.6L12 16l2.4-2.2L16 9.2l-4 2z', 'fill']],
  Polaria: [
    ['M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17', 'stroke'],
    ['M12 6.4l4.9 2.8v5.6L12 17.6l-4.9-2.8V9.2z', 'stroke'],
  ],
  Silex: [['M2 9l6-6h14l-6 6zM8 10.5h14l-6 6H2zM2 21l3-3h11l-3 3z', 'fill']],
  Orvex: [['M12 2l10 10-10 10L2 12zM12 7.2L7.2 12l4.8 4.8 4.8-4.8zM12 10.2l1.8 1.8-1.8 1.8-1.8-1.8z', 'fill']],
  Ardenix: [['M12 2l10 20h-5.2L12 12.4 7.2 22H2zM12 15.4l3.2 6.6H8.8z', 'fill']],
  Voltaris: [['M14.2 2L4 13.6h6.4L8.6 22 20 9.8h-7z', 'fill']],
  Tharsis: [['M2 20L9.2 6l3 5.2L15.4 4 22 20h-4.8l-2.2-6.2-2.2 6.2z', 'fill']],
  GamerTech: [
    ['M12 1.5l9.1 5.25v3.1h-3.4V8.7L12 5.4 6.3 8.7v6.6l5.7 3.3 4-2.3h-4v-3.6h9.1v4.55L12 22.5 2.9 17.25V6.75z', 'fill'],
  ],
}

/** Stroke letters on a 10 x 14 grid, y downwards. */
export const letters = {
  A: 'M0 14V4l4-4h2l4 4v10M0 9h10',
  C: 'M10 0H3L0 3v8l3 3h7',
  D: 'M0 0h7l3 3v8l-3 3H0z',
  E: 'M10 0H0v14h10M0 7h8',
  G: 'M10 0H3L0 3v8l3 3h7V7H6',
  H: 'M0 0v14M10 0v14M0 7h10',
  I: 'M2 0v14',
  K: 'M0 0v14M10 0L2 7l8 7M0 7h2',
  L: 'M0 0v14h9',
  M: 'M0 14V0l6 7 6-7v14',
  N: 'M0 14V0l10 14V0',
  O: 'M3 0h4l3 3v8l-3 3H3l-3-3V3z',
  P: 'M0 14V0h7l3 3v2L7 8H0',
  R: 'M0 14V0h7l3 3v2L7 8H0M5 8l5 6',
  S: 'M10 0H2L0 2v3l2 2h6l2 2v3l-2 2H0',
  T: 'M0 0h10M5 0v14',
  U: 'M0 0v11l3 3h4l3-3V0',
  V: 'M0 0l5 14 5-14',
  X: 'M0 0l10 14M10 0L0 14',
  Y: 'M0 0l5 7 5-7M5 7v7',
}

const widths = { I: 4, M: 12, L: 9 }

/** Lays a word out: [{ d, x }] on the letter grid, and the total width. */
export function layWord(word, gap = 4.5) {
  let x = 0
  const placed = []
  for (const letter of word.toUpperCase()) {
    placed.push({ d: letters[letter], x })
    x += (widths[letter] ?? 10) + gap
  }
  return { placed, width: x - gap }
}
