import { expect, test } from 'vitest'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import { blankAttribute, entryOf, keyFor, readEntries } from './schema-entry.ts'

test('an attribute is read as it was shown', () => {
  const rate = attribute('frecuencia', {
    ...{ label: 'Frecuencia', kind: 'number', unit: 'Hz', steps: [59.94, 144], filter: 'atLeast', role: 'rate' },
    ...{ aliases: ['Refresco', 'Tasa'], isRequired: true },
  })
  expect(entryOf(rate)).toMatchObject({ aliases: 'Refresco, Tasa', steps: '59,94; 144' })
  expect(readEntries([entryOf(rate)])).toEqual([rate])
  expect(readEntries([{ ...blankAttribute, label: ' Panel ', choices: 'IPS, , VA', steps: 'x' }])).toMatchObject([
    { label: 'Panel', choices: ['IPS', 'VA'], steps: [Number.NaN], filter: null, role: null },
  ])
})

test('a key is made from a name', () => {
  expect(['Tasa de refresco', 'Tamaño (")', '3D', 'Ñandú 2.0 '].map(keyFor)).toEqual([
    ...['tasa-de-refresco', 'tamano', 'd', 'nandu-2-0'],
  ])
})
