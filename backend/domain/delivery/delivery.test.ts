// The table of prices, what it says of a postal code, and what it may hold.
import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { changedDelivery } from './delivery.contract.ts'
import type { DeliveryEvent } from './delivery.events.ts'
import { noDelivery, rangeProblems, shippingOffer } from './delivery.limits.ts'
import { delivery } from './delivery.ts'

const ranges = [
  { from: 1000, to: 1499, priceCents: 450_000, days: 2 },
  { from: 2000, to: 2000, priceCents: 620_050, days: 5 },
]
const table = { ranges, freeFromCents: 9_000_000 }

describe('the table', () => {
  const change = { type: 'ChangeDeliveryPrices', seen: 0, settings: table } as const
  const changed: DeliveryEvent = { type: 'DeliveryPricesChanged', data: { revision: 1, ...table } }

  test('takes the place of the revision that was seen; the same again is nothing', () => {
    given(delivery).when(change).then(changed)
    given(delivery, changed).when(change).nothing()
    given(delivery, changed)
      .when({ ...change, seen: 1, settings: { ranges, freeFromCents: null } })
      .then({ type: 'DeliveryPricesChanged', data: { revision: 2, ranges, freeFromCents: null } })
  })

  test('is not changed by an admin who saw another one', () =>
    given(delivery, changed)
      .when({ ...change, settings: { ...table, ranges: [] } })
      .rejects('settings_changed'))
})

describe('an offer', () => {
  test('is that of the range which holds the district, its ends included', () => {
    const first = { priceCents: 450_000, days: 2 }
    for (const district of [1000, 1425, 1499]) expect(shippingOffer(table, district, 0)).toEqual(first)
    for (const district of [1500, 1999, 2001, 9999]) expect(shippingOffer(table, district, 0)).toBeNull()
    expect(shippingOffer(noDelivery, 1425, 0)).toBeNull()
  })

  test('is free from a subtotal on, and only where something is shipped', () => {
    expect(shippingOffer(table, 1425, 8_999_999)?.priceCents).toBe(450_000)
    expect(shippingOffer(table, 1425, 9_000_000)).toEqual({ priceCents: 0, days: 2 })
    expect(shippingOffer(table, 1500, 9_000_000)).toBeNull()
    expect(shippingOffer({ ...table, freeFromCents: null }, 1425, 1e15)?.priceCents).toBe(450_000)
  })
})

describe('rows of a table', () => {
  const row = { from: 1000, to: 1499, price: 4500.5, days: 2 }
  const told = (...rows: (typeof row)[]) => rangeProblems(rows).map(({ message }) => message)

  test('that fit say nothing', () => expect(told(row, { from: 1500, to: 1500, price: 0, days: 90 })).toEqual([]))

  test.each([
    [{ from: 999 }, 'Fila 2, Desde: escribí los cuatro números de un código postal.'],
    [{ to: 10_000 }, 'Fila 2, Hasta: escribí los cuatro números de un código postal.'],
    [{ to: Number.NaN }, 'Fila 2, Hasta: escribí los cuatro números de un código postal.'],
    [{ to: 1999 }, 'Fila 2, Hasta: tiene que ser igual o mayor que el primero.'],
    [{ price: -1 }, 'Fila 2, Precio: escribí un precio que no sea negativo.'],
    [{ price: Number.NaN }, 'Fila 2, Precio: escribí un precio que no sea negativo.'],
    [{ price: 1.005 }, 'Fila 2, Precio: un precio de hasta diez millones, con dos decimales.'],
    [{ days: 0 }, 'Fila 2, Días: escribí entre 1 y 90 días.'],
    [{ days: 1.5 }, 'Fila 2, Días: escribí entre 1 y 90 días.'],
  ])('with %j are told by row and field', (wrong, message) => {
    expect(told(row, { from: 2000, to: 2099, price: 10, days: 3, ...wrong })).toEqual([message])
  })

  test('that share a code are told at the later one', () => {
    const shared = 'Fila 2, Desde: se superpone con la fila 1 (1000 a 1499).'
    for (const other of [
      { from: 1499, to: 1600 },
      { from: 1000, to: 1000 },
      { from: 1000, to: 9999 },
    ])
      expect(told(row, { ...row, ...other })).toEqual([shared])
  })

  test('are refused by the call with the same sentence, at the same place', () => {
    const { error } = changedDelivery.safeParse({ revision: 0, freeFrom: null, ranges: [row, row] })
    expect(error?.issues).toMatchObject([
      { path: ['ranges', 1, 'from'], message: 'Fila 2, Desde: se superpone con la fila 1 (1000 a 1499).' },
    ])
  })
})
