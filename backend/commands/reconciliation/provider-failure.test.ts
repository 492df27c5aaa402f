// What is told, and to whom, of a payment provider that cannot be asked.
import { expect, onTestFinished, test, vi } from 'vitest'
import { Rejection } from '#backend/domain/rejection.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { refusalOf } from './provider-failure.ts'

test('people are told to try again, the operator why; refused credentials are an error, and what is not of the provider stays what it is', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  onTestFinished(() => void vi.restoreAllMocks())
  const told = (kind: PaymentWalletError['kind']) => {
    expect(refusalOf(new PaymentWalletError(kind, `it said ${kind}`))).toMatchObject({ code: 'payment_unavailable' })
    const { level, message, failure, detail } = JSON.parse(written.pop() ?? '{}')
    return [level, message, failure, detail]
  }
  for (const kind of ['unavailable', 'conflict', 'rejected_request'] as const)
    expect(told(kind)).toEqual(['warn', 'payment provider', kind, `it said ${kind}`])
  expect(told('misconfigured')).toEqual(['error', 'payment provider', 'misconfigured', 'it said misconfigured'])
  for (const other of [new Rejection('not_found'), new Error('x')]) expect(refusalOf(other)).toBe(other)
  expect(written).toEqual([])
})
