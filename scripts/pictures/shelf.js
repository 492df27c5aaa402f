// The whole shelf: one entry for each product slug.
import { cases } from '#scripts/pictures/shelf/cases.js'
import { chairs } from '#scripts/pictures/shelf/chairs.js'
import { consoles } from '#scripts/pictures/shelf/consoles.js'
import { coolers } from '#scripts/pictures/shelf/coolers.js'
import { graphicsCards } from '#scripts/pictures/shelf/graphics-cards.js'
import { laptops } from '#scripts/pictures/shelf/laptops.js'
import { memorySticks } from '#scripts/pictures/shelf/memory-sticks.js'
import { monitors } from '#scripts/pictures/shelf/monitors.js'
import { motherBoards } from '#scripts/pictures/shelf/mother-boards.js'
import { network } from '#scripts/pictures/shelf/network.js'
import { peripherals } from '#scripts/pictures/shelf/peripherals.js'
import { powerSupplies } from '#scripts/pictures/shelf/power-supplies.js'
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
  ...motherBoards,
  ...memorySticks,
  ...powerSupplies,
  ...cases,
}
