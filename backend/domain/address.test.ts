// Postal codes and addresses: what they may be, and their one spelling.
import { describe, expect, test } from 'vitest'
import { addressEntry } from './address.contract.ts'
import { type Address, addressLine, addressProblems, provinces, tidyAddress } from './address.limits.ts'
import { districtOf, isOfProvince, readPostalCode } from './official-numbers.limits.ts'

describe('a postal code', () => {
  test.each([
    ['1425', '1425', 1425],
    [' c1425abc ', 'C1425ABC', 1425],
    ['X 5000-abc', 'X5000ABC', 5000],
  ])('%j is %s', (typed, code, district) => {
    expect(readPostalCode(typed)).toBe(code)
    expect(districtOf(code)).toBe(district)
  })
  test.each([
    '',
    '142',
    '14255',
    '0425',
    'I1425ABC',
    'O1425ABC',
    'C1425AB',
    'C1425AB1',
    '1425ABC',
    'ñ1425ABC',
    '１４２５',
  ])('%j is none', (typed) => {
    expect(readPostalCode(typed)).toBeNull()
    expect(() => districtOf(typed)).toThrow(RangeError)
  })
})

describe('an address', () => {
  const good: Address = {
    recipient: 'Ana Ríos',
    street: 'Mitre 123',
    floor: '',
    city: 'Rosario',
    province: 'Santa Fe',
    postalCode: 's2000abc',
    phone: '+54 (341) 555-1234',
  }

  test('is tidied, its postal code in one spelling', () => {
    expect(addressProblems(good)).toEqual({})
    expect(tidyAddress({ ...good, city: '  San   Nicolás ' })).toMatchObject({
      city: 'San Nicolás',
      postalCode: 'S2000ABC',
    })
    expect(new Set(provinces).size).toBe(24)
  })

  test.each([
    [{ recipient: ' ' }, 'Escribí quién recibe el envío.'],
    [{ street: 'Mitre' }, 'Falta el número; si no tiene, escribí s/n.'],
    [{ floor: 'x'.repeat(61) }, 'Admite hasta 60 caracteres.'],
    [{ city: 'Rosa\u0007rio' }, 'Tiene caracteres que no se admiten.'],
    [{ province: 'Montevideo' }, 'Elegí una de las provincias.'],
    [{ postalCode: '20000' }, expect.stringContaining('cuatro números')],
    [{ postalCode: '1414' }, 'El código postal 1414 no es de Santa Fe.'],
    [{ postalCode: 'K4700ABC' }, 'El código postal K4700ABC no es de Santa Fe.'],
    [{ phone: '12345' }, expect.stringContaining('característica')],
    [{ phone: 'llamame al 3415551234' }, expect.stringContaining('característica')],
  ])('with %j says what is wrong beside that field alone', (wrong, message) => {
    expect(addressProblems({ ...good, ...wrong })).toEqual({ [Object.keys(wrong)[0] ?? '']: message })
  })

  test.each([
    ['1414', 'Catamarca', false],
    ['C1414ABC', 'Buenos Aires', false],
    ['1414', 'Ciudad Autónoma de Buenos Aires', true],
    ['B7600XYZ', 'Buenos Aires', true],
    ['5260', 'Catamarca', true],
    ['4700', 'Catamarca', true],
    ['9410', 'Tierra del Fuego', true],
    ['8400', 'Río Negro', true],
    ['2000', 'Formosa', false],
  ])('of %s in %s is as it is', (postalCode, province, isRight) => {
    expect(Object.keys(addressProblems({ ...good, postalCode, province }))).toEqual(isRight ? [] : ['postalCode'])
  })

  test('every province has postal codes by letter and by digit', () => {
    for (const province of provinces) {
      const codes = Array.from({ length: 9 }, (_, digit) => `${digit + 1}000`)
      expect([province, codes.some((code) => isOfProvince(code, province))]).toEqual([province, true])
      const longer = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ').filter((letter) =>
        isOfProvince(`${letter}1000ABC`, province),
      )
      expect([province, longer.length]).toEqual([province, 1])
    }
  })

  test('is refused by the call with the same sentence, at the same place', () => {
    const { error } = addressEntry.safeParse({ ...good, street: 'Mitre', phone: '' })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['street', 'Falta el número; si no tiene, escribí s/n.'],
      ['phone', 'Escribí un teléfono para coordinar la entrega.'],
    ])
  })

  test('is one line, without what is empty', () =>
    expect(addressLine({ ...good, floor: '4º B', postalCode: '2000' })).toBe(
      'Mitre 123, 4º B, Rosario, Santa Fe, CP 2000',
    ))
})
