// Reading the catalogue's state from addresses, good and broken.
import { expect, test } from 'vitest'
import { catalogueCall, readCatalogueSearch } from './catalogue-search.ts'

test('[CAT-20 partial] the whole state survives the way through the address', () => {
  const state = { q: 'rtx', category: 'Placas de Video', sort: 'price', direction: 'descendente', page: 2 } as const
  const sent = new URLSearchParams(Object.entries(catalogueCall(state)).map(([name, value]) => [name, String(value)]))
  expect(readCatalogueSearch(Object.fromEntries(sent))).toEqual(state)
})

test('defaults and nonsense leave the address short', () => {
  expect(readCatalogueSearch({ size: '12' })).toEqual({ size: '12' })
  for (const size of ['6', '13', 12.5, null]) expect(readCatalogueSearch({ size })).toEqual({})
  expect(readCatalogueSearch({ page: 'abc', sort: 'stock', direction: 'descendente', q: '   ' })).toEqual({})
  expect(readCatalogueSearch({ page: '1', sort: 'name', direction: 'ascendente' })).toEqual({ sort: 'name' })
  expect(readCatalogueSearch({ page: '-3' })).toEqual({})
  expect(readCatalogueSearch({ page: '10000000', category: ' ' })).toEqual({})
})
