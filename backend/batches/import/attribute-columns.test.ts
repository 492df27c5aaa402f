// Attributes in a file: written, and read as they were.
import { expect, test } from 'vitest'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import {
  attributeCells,
  attributeColumns,
  missingErrors,
  placeAttributes,
  readAttributeCells,
} from './attribute-columns.ts'

const rate = attribute('hz', {
  label: 'Frecuencia',
  kind: 'number',
  unit: 'Hz',
  aliases: ['Refresco'],
  isRequired: true,
})
const schemas = new Map([
  ['Monitores', [rate, attribute('panel', { label: 'Panel' })]],
  ['Memorias', [{ ...rate, key: 'mhz', unit: 'MHz' }]],
])
const columns = attributeColumns(schemas)

test('each name has one column, whatever categories have it; none is a word', () => {
  expect(columns.map(({ title }) => title)).toEqual(['Propiedad: Frecuencia', 'Propiedad: Panel'])
  const product = (category: string, attributes: object) => ({ category, attributes }) as CatalogueItem
  expect(attributeCells(columns, product('Monitores', { hz: '144', panel: null }))).toEqual(['144', 'ninguno'])
  expect(attributeCells(columns, product('Memorias', { mhz: '3.200 MHz' }))).toEqual(['3.200 MHz', ''])
  expect(attributeCells(columns, product('Cables', {}))).toEqual(['', ''])
})

test('a file is read by the attributes of each row’s category, and says what it cannot read', () => {
  const places = placeAttributes(columns, ['ID', 'refresco', 'Propiedad: Panel', 'Color', ''], new Set([0]))
  expect([...places.keys()]).toEqual([1, 2])
  const read = (category: string, ...cells: string[]) => readAttributeCells(places, ['7', ...cells], category)
  expect(read('Monitores', '144 Hz', 'Ninguno')).toEqual({ attributes: { hz: '144 Hz', panel: null }, errors: [] })
  expect(read('Memorias', '3.200', '')).toEqual({ attributes: { mhz: '3.200' }, errors: [] })
  expect(read('Memorias', 'mucho', 'IPS').errors).toEqual([
    { column: 'attributes', message: 'Frecuencia: Escribí un número en MHz, como «12 MHz».' },
    { column: 'attributes', message: 'La categoría «Memorias» no tiene «Panel».' },
  ])
  expect(placeAttributes(columns, ['Frecuencia'], new Set([0])).size).toBe(0)
  expect(missingErrors(schemas, 'Monitores', { specs: [], attributes: {} })).toEqual([
    { column: 'attributes', message: 'Falta: Frecuencia.' },
  ])
  expect(
    missingErrors(schemas, 'Monitores', { specs: [{ name: 'Refresco', value: '60 Hz' }], attributes: {} }),
  ).toEqual([])
})

test('a name that two categories use for different attributes means that of the row’s category; a cell has an end', () => {
  const speed = attribute('mts', { label: 'Velocidad', kind: 'number', unit: 'MT/s', aliases: ['Refresco'] })
  const both = attributeColumns(new Map([...schemas, ['Pendrives', [speed, attribute('nota')]]]))
  const places = placeAttributes(both, ['Refresco', 'nota'], new Set())
  expect(readAttributeCells(places, ['6000', ''], 'Pendrives').attributes).toEqual({ mts: '6000' })
  expect(readAttributeCells(places, ['144', ''], 'Monitores').attributes).toEqual({ hz: '144' })
  expect(readAttributeCells(places, ['', 'a'.repeat(201)], 'Pendrives').errors).toEqual([
    { column: 'attributes', message: 'nota: admite hasta 200 letras.' },
  ])
  for (const text of ['9'.repeat(400), '0,0000001'])
    expect(readAttributeCells(places, [text, ''], 'Pendrives').attributes).toEqual({})
})
