// The whole shelf: one entry for each product slug.
import { coolers } from './shelf/coolers.js'
import { graphicsCards } from './shelf/graphics-cards.js'
import { laptops } from './shelf/laptops.js'
import { monitors } from './shelf/monitors.js'
import { peripherals } from './shelf/peripherals.js'

export const shelf = { ...graphicsCards, ...coolers, ...peripherals, ...monitors, ...laptops }
