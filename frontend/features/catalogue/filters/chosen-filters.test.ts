// The filters of an address as chips.
import { expect, test } from 'vitest'
import { joinSpecs } from '#backend/domain/product/facet-text.limits.ts'
import { readCatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { chosenFilters, withAttribute, withBrand, withSpec } from './chosen-filters.ts'

const search = {
  q: 'monitor',
  category: 'Monitores',
  min: 1000,
  max: 2500.5,
  brand: 'Lumora|Kyntra',
  rating: '4',
  attr: 'frecuencia:144..|panel:IPS',
  spec: joinSpecs([
    { name: 'Frecuencia', value: '240 Hz' },
    { name: 'Contraste', value: '4000:1' },
  ]),
  stock: 'todos',
} as const

test('each filter is one chip, and without it the others remain', () => {
  const attributes = [
    {
      ...{ key: 'frecuencia', label: 'Frecuencia', isOneOf: true, unknown: 0 },
      options: [{ value: '144..', label: '144 Hz o más', count: 3 }],
    },
  ]
  const chips = chosenFilters(search, attributes)
  expect(chips.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
    ...['Búsqueda: «monitor»', 'De $ 1.000 a $ 2.500,50', 'Lumora', 'Kyntra', '4 estrellas o más'],
    ...['Frecuencia: 144 Hz o más', 'panel: IPS', 'Frecuencia: 240 Hz', 'Contraste: 4000:1', 'También agotados'],
  ])
  for (const { label, without } of chips) {
    const rest = chosenFilters({ ...search, ...without }, attributes).map((chip) => chip.label)
    expect(rest).toEqual(chips.map((chip) => chip.label).filter((other) => other !== label))
  }
})

test('choosing a brand or a property again lets go of it', () => {
  expect(withBrand({}, 'A|B')).toEqual({ brand: 'A\\|B' })
  expect(withBrand({ brand: 'A\\|B' }, 'A|B')).toEqual({ brand: undefined })
  const spec = { name: 'Zócalo', value: 'SX5' }
  expect(withSpec({ spec: 'Núcleos:8' }, spec)).toEqual({ spec: 'Núcleos:8|Zócalo:SX5' })
  expect(withSpec({ spec: 'Núcleos:8|Zócalo:SX5' }, spec)).toEqual({ spec: 'Núcleos:8' })
})

test('of the steps of a number one is chosen, of other values any', () => {
  const faster = { name: 'frecuencia', value: '240..' }
  expect(withAttribute({ attr: 'frecuencia:144..|panel:IPS' }, faster, true)).toEqual({
    attr: 'panel:IPS|frecuencia:240..',
  })
  expect(withAttribute({ attr: 'frecuencia:240..' }, faster, true)).toEqual({ attr: undefined })
  expect(withAttribute({ attr: 'panel:IPS' }, { name: 'panel', value: 'VA' })).toEqual({ attr: 'panel:IPS|panel:VA' })
})

test('what an address says of filters is read, and nonsense is not', () => {
  const { page: _, ...asText } = { ...search, min: '1000', max: '2500.5', page: 1 }
  expect(readCatalogueSearch(asText)).toEqual(search)
  expect(readCatalogueSearch(search)).toEqual(search)
  const bad = { min: '-5', max: '1.000', brand: '|', rating: '9', spec: 'Zócalo:SX5', stock: 'si' }
  expect(readCatalogueSearch(bad)).toEqual({})
  expect(readCatalogueSearch({ min: '500', max: '400', category: 'Monitores', spec: 'Zócalo' })).toEqual({
    min: 500,
    category: 'Monitores',
  })
})
