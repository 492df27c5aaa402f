// The whole shelf: one entry for each product slug.
import { chairs } from '#scripts/pictures/shelf/chairs.js'
import { consoles } from '#scripts/pictures/shelf/consoles.js'
import { coolers } from '#scripts/pictures/shelf/coolers.js'
import { graphicsCards } from '#scripts/pictures/shelf/graphics-cards.js'
import { laptops } from '#scripts/pictures/shelf/laptops.js'
import { monitors } from '#scripts/pictures/shelf/monitors.js'
import { network } from '#scripts/pictures/shelf/network.js'
import { peripherals } from '#scripts/pictures/shelf/peripherals.js'
import { printers } from '#scripts/pictures/shelf/printers.js'
import { processors } from '#scripts/pictures/shelf/processors.js'
import { storage } from '#scripts/pictures/shelf/storage.js'

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
