// How the form tells a refusal beside its inputs.
import { expect, test } from 'vitest'
import { ApiError } from '#frontend/api-error.ts'
import { fieldErrorsOf } from './products.queries.ts'

test("another admin's change is told in each field's own words: a price, units, a rate, rows, an emptied text", () => {
  const changed = {
    price: 1234.5,
    vatRate: 1050,
    guaranteeMonths: 24,
    brand: null,
    specs: [{ name: 'Color', value: 'Azul' }],
  }
  const told = fieldErrorsOf(new ApiError(409, { code: 'product_changed', changed }))
  const after = (text: string) => `Otra persona lo cambió a «${text}». Si confirmás, queda lo tuyo.`
  expect(told).toEqual({
    price: after('U$S\u00a01.234,50'),
    vatRate: after('10,5'),
    guaranteeMonths: after('24'),
    brand: 'Otra persona lo dejó vacío. Si confirmás, queda lo tuyo.',
    specs: after('Color: Azul'),
  })
})
