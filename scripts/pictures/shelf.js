// The whole shelf: one entry for each product slug.
import { chairs } from './shelf/chairs.js'
import { consoles } from './shelf/consoles.js'
import { coolers } from './shelf/coolers.js'
import { graphicsCards } from './shelf/graphics-cards.js'
import { laptops } from './shelf/laptops.js'
import { monitors } from './shelf/monitors.js'
import { network } from './shelf/network.js'
import { peripherals } from './shelf/peripherals.js'
import { printers } from './shelf/printers.js'
import { processors } from './shelf/processors.js'
import { storage } from './shelf/storage.js'

export const shelf = {
  ...graphicsCards,
  ...coolers,
  ...peripherals,
  ...monitors,
  ...laptops,
  ...consoles,
  ...chairs,
  ...printers,
  ...processors,
  ...storage,
  ...network,
}
