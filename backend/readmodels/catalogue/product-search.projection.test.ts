import { test } from 'vitest'
import { given } from '#backend/eventstore/testing/projection-spec.ts'
import {
  activated,
  deactivated,
  detailsChanged,
  priceChanged,
  productAdded,
  productCarriedForward,
} from '#backend/readmodels/testing/facts.ts'
import { productSearchProjection as search } from './product-search.projection.ts'

const found = {
  product_id: 3,
  name_words: 'nandu pad',
  words: 'nandu pad periferico ancho 90 cm 90cm +nandu +pad +periferico',
  slips: [
    ...['nandu', 'andu', 'nndu', 'nadu', 'nanu', 'nand'],
    ...['periferico', 'eriferico', 'priferico', 'peiferico', 'perferico', 'perierico', 'perifrico', 'perifeico'],
    ...['periferco', 'periferio', 'periferic'],
  ],
}

test('a product is found by the words of its name, category and spec sheet, and by what is left of them after a slip', () => {
  given(search, productAdded(3)).expectRows(found)
})

test('only its details change that', () => {
  const others = [priceChanged(3, 990), deactivated(3), activated(3), productCarriedForward(3)]
  given(search, productAdded(3), ...others).expectRows(found)
  given(search, productAdded(3), detailsChanged(3, 'Pad')).expectRows({
    product_id: 3,
    name_words: 'pad',
    words: 'pad periferico +pad +periferico',
    slips: found.slips.slice(6),
  })
})
