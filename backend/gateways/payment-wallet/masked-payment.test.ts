// What is shown of a payment in the provider's own words.
import { expect, test } from 'vitest'
import { maskPerson } from './masked-payment.ts'

test('what is of the payer is masked at any depth, and what is of the payment is not', () => {
  const payment = {
    id: 123,
    status: 'approved',
    transaction_amount: 19.99,
    captured: true,
    date_approved: null,
    payer: { id: '77', email: 'ana@correo.test', identification: { type: 'DNI', number: 30111222 }, first_name: '' },
    card: { last_four_digits: '1234', cardholder: { name: 'ANA PAZ' } },
    additional_info: { items: [{ title: 'Regalo para Eva' }], ip_address: '10.0.0.1' },
    point_of_interaction: { transaction_data: { bank_info: { payer: { account_holder_name: 'Ana' } } } },
    refunds: [{ id: 5, amount: 2 }],
  }
  const masked = maskPerson(payment)
  expect(masked).toMatchObject({
    id: 123,
    status: 'approved',
    transaction_amount: 19.99,
    captured: true,
    date_approved: null,
    payer: { id: '7•••', email: 'a•••', identification: { type: 'D•••', number: '3•••' }, first_name: '' },
    card: { last_four_digits: '1•••', cardholder: { name: 'A•••' } },
    refunds: [{ id: 5, amount: 2 }],
  })
  expect(JSON.stringify(masked)).not.toMatch(/correo|30111222|1234|PAZ|Eva|10\.0|Ana/)
})
