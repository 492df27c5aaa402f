// How entered texts become values, and what stays text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import {
  interpret,
  missingIn,
  numbersOf,
  rangeText,
  readAttribute,
  withUnit,
  writeTyped,
} from './attribute-value.limits.ts'

const number = (unit: string) => attribute('n', { kind: 'number', unit })

describe('a number', () => {
  test.for([
    ['144 Hz', 'Hz', 144],
    ['144', 'Hz', 144],
    ['1.920', 'px', 1920],
    ['2,4 kg', 'g', 2400],
    ['780 g', 'kg', 0.78],
    ['1 TB NVMe', 'GB', 1000],
    ['16 GB GDDR7', 'GB', 16],
    ['34" VA curvo 1500R', '"', 34],
    ['23,8 pulgadas', '"', 23.8],
    ['2.720 MHz', 'MHz', 2720],
    ['5,2 GHz', 'MHz', 5200],
    ['7.300 MB/s', 'MB/s', 7300],
    ['16 núcleos hasta 5,2 GHz', 'núcleos', 16],
  ] as const)('%s in %s is %d', ([text, unit, value]) => {
    expect(readAttribute(number(unit), text)).toBe(value)
  })
  test.for([
    ['3,9 a 5,2 GHz', 'GHz'],
    ['90° a 165°', '°'],
    ['140 x 62 x 110 cm', 'cm'],
    ['2 x 5 W', 'W'],
    ['318 mm', 'Hz'],
    ['Hasta 40 Gb/s', 'Gb/s'],
    ['1.23', 'kg'],
    ['', 'Hz'],
    ['Hz', 'Hz'],
  ] as const)('%s is none in %s', ([text, unit]) => {
    expect(readAttribute(number(unit), text)).toBeUndefined()
  })
  test('that was written is read as it was', () => {
    const units = fc.constantFrom('Hz', 'mm', '"', '', 'núcleos')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), units, (thousandths, unit) => {
        const value = thousandths / 1000
        expect(readAttribute(number(unit), withUnit(value, unit))).toBe(value)
      }),
    )
  })
})

test('yes, choices and lists are read as people write them', () => {
  const [yesNo, panel] = [attribute('y', { kind: 'yesNo' }), attribute('p', { kind: 'choice', choices: ['IPS', 'VA'] })]
  expect(['Sí', 'si', 'NO', 'quizás'].map((text) => readAttribute(yesNo, text))).toEqual([true, true, false, undefined])
  expect(['ips', ' VA ', 'OLED'].map((text) => readAttribute(panel, text))).toEqual(['IPS', 'VA', undefined])
  const plugs = attribute('l', { kind: 'list', choices: ['HDMI', 'USB-C'] })
  expect(readAttribute(plugs, 'usb-c, HDMI; hdmi')).toEqual(['USB-C', 'HDMI'])
  expect(readAttribute(plugs, 'HDMI, VGA')).toBeUndefined()
  expect(readAttribute({ ...plugs, choices: [] }, 'HDMI, VGA')).toEqual(['HDMI', 'VGA'])
  expect(writeTyped(plugs, ['HDMI', 'USB-C'])).toBe('HDMI, USB-C')
})

const rate = attribute('frecuencia', { label: 'Frecuencia', kind: 'number', unit: 'Hz', isRequired: true })
const speakers = attribute('parlantes', { label: 'Parlantes', kind: 'yesNo', aliases: ['Sonido'], isRequired: true })
const schema = [rate, speakers]

describe('a product by its schema', () => {
  test('without one it is its free rows, in their order', () => {
    const specs = [{ name: 'Frecuencia', value: '144 Hz' }]
    expect(interpret([], { specs, attributes: {} })).toEqual({ values: new Map(), sheet: [{ key: null, ...specs[0] }] })
  })
  test('known, known to be none and unknown are three things', () => {
    const read = (attributes: Record<string, string | null>) => interpret(schema, { specs: [], attributes })
    const [known, none, unknown] = [read({ frecuencia: '144 Hz' }), read({ frecuencia: null }), read({})]
    expect([known, none, unknown].map(({ values }) => values.get('frecuencia'))).toEqual([144, null, undefined])
    expect([known, none, unknown].map(({ sheet }) => sheet[0]?.value)).toEqual(['144 Hz', 'No tiene', null])
    expect([known, none, unknown].map((one) => missingIn(schema, one).length)).toEqual([1, 1, 2])
  })
  test('a free row that is called like an attribute is its value, in its own words, unless one was entered', () => {
    const specs = [
      { name: 'Sonido:', value: 'no' },
      { name: 'FRECUENCIA', value: '144 Hz nativos' },
      { name: 'Base', value: 'Altura' },
    ]
    const free = interpret(schema, { specs, attributes: {} })
    expect([...free.values]).toEqual([
      ['frecuencia', 144],
      ['parlantes', false],
    ])
    expect(free.sheet.map(({ name, value }) => `${name} ${value}`)).toEqual([
      ...['Frecuencia 144 Hz nativos', 'Parlantes no', 'Base Altura'],
    ])
    const both = interpret(schema, { specs, attributes: { frecuencia: '240' } })
    expect(both.values.get('frecuencia')).toBe(240)
    expect(both.sheet.map(({ name, value }) => `${name} ${value}`)).toEqual([
      ...['Frecuencia 240 Hz', 'Parlantes no', 'FRECUENCIA 144 Hz nativos', 'Base Altura'],
    ])
  })
  test('what cannot be read, or belongs to no attribute, stays as text and is unknown', () => {
    const specs = [{ name: 'Frecuencia', value: 'variable' }]
    const { values, sheet } = interpret(schema, { specs, attributes: { parlantes: 'a veces', color: 'Negro' } })
    expect(values.size).toBe(0)
    expect(sheet).toEqual([
      { key: 'frecuencia', name: 'Frecuencia', value: null },
      { key: 'parlantes', name: 'Parlantes', value: null },
      { key: null, name: 'Parlantes', value: 'a veces' },
      { key: null, name: 'color', value: 'Negro' },
      { key: null, name: 'Frecuencia', value: 'variable' },
    ])
  })
})

test('ranges of an address', () => {
  expect(
    ['144..', '..300', '20..30', '27'].map((text) => rangeText(numbersOf(text) ?? { from: 0, to: 0 }, 'mm')),
  ).toEqual([...['144 mm o más', 'Hasta 300 mm', '20 mm a 30 mm', '27 mm a 27 mm']])
  expect(['', '..', 'x', '1...2', '-1..', '1..2..3'].map(numbersOf)).toEqual([null, null, null, null, null, null])
})
