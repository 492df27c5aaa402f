// Browser entry: loads fonts, then offers shoot(slug, size, view) and hero(index, width, height) to the Node script.
import { heroes } from './heroes.js'
import { shelf } from './shelf.js'
import { shootHero, shootProduct } from './studio.js'

async function loadFonts() {
  await Promise.all(
    ['800 40px Oxanium', '500 40px Oxanium', '400 40px Inter', '700 40px Inter'].map((f) => document.fonts.load(f)),
  )
}

window.studio = {
  slugs: Object.keys(shelf),
  heroes: Object.keys(heroes),
  shoot: (slug, size, view) => shootProduct(shelf[slug], size, view),
  hero: (name, width, height) => shootHero(heroes[name], width, height),
}
await loadFonts()
window.studioReady = true
