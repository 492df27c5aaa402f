// Who sells: what each field may hold, and how a change takes the place of what was there.
import { describe, expect, test } from 'vitest'
import { formatCuit, readCbu, readCuit } from '#backend/domain/official-numbers.limits.ts'
import { given } from '#backend/domain/testing/given.ts'
import { seller as first } from '#backend/testing/seller-fixture.ts'
import { changedBankAccount, changedSeller } from './seller.contract.ts'
import type { SellerEvent } from './seller.events.ts'
import { accountOf, detailsOf, noAccount } from './seller.limits.ts'
import { seller } from './seller.ts'

const [details, account] = [detailsOf(first), accountOf(first)]

describe('a CUIT', () => {
  test('is eleven digits of a known kind with their check digit, with or without marks', () => {
    for (const text of ['30123456781', '30-12345678-1', ' 30.12345678.1 ']) expect(readCuit(text)).toBe('30123456781')
    for (let digit = 0; digit <= 9; digit++)
      expect(readCuit(`3012345678${digit}`)).toBe(digit === 1 ? '30123456781' : null)
    for (const text of ['', '3012345678', '301234567811', '99123456781', '00000000000', 'x'])
      expect(readCuit(text)).toBeNull()
    expect(formatCuit('30123456781')).toBe('30-12345678-1')
  })
})

describe('a CBU', () => {
  test('is 22 digits whose two check digits fit: any one wrong digit is found', () => {
    expect(readCbu(' 99900018 00000000123459 ')).toBe(first.cbu)
    for (let at = 0; at < 22; at++) {
      const other = (Number(first.cbu[at]) + 1) % 10
      expect(readCbu(first.cbu.slice(0, at) + other + first.cbu.slice(at + 1))).toBeNull()
    }
    for (const text of ['', '0'.repeat(22), first.cbu.slice(1), `${first.cbu}0`]) expect(readCbu(text)).toBeNull()
  })
})

describe('what an admin sends', () => {
  const told = (schema: typeof changedSeller | typeof changedBankAccount, sent: object) =>
    schema.safeParse({ revision: 0, ...sent }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

  test('is tidied', () => {
    const sent = { ...details, revision: 0, cuit: '30-12345678-1', company: '  Uno   y Dos S.R.L. ' }
    expect(changedSeller.parse(sent)).toEqual({ ...details, revision: 0 })
    expect(changedBankAccount.parse({ ...account, revision: 0, cbu: '99900018 00000000123459' })).toMatchObject(account)
  })

  test.each([
    [{ company: ' ' }, 'company: Razón social: falta.'],
    [{ cuit: '30-12345678-2' }, 'cuit: CUIT: no es un CUIT: revisá sus once números.'],
    [{ phone: 'no' }, 'phone: Teléfono: escribí un teléfono con su código de área.'],
    [{ email: 'a@b' }, 'email: Correo: escribí una casilla de correo.'],
    [{ hours: 'x'.repeat(161) }, 'hours: Horario de atención: admite hasta 160 letras.'],
    [
      { dataFiscal: 'javascript:alert(1)' },
      'dataFiscal: Enlace de Data Fiscal: escribí una dirección que empiece con https://',
    ],
  ])('with %j is refused by name', (wrong, message) =>
    expect(told(changedSeller, { ...details, ...wrong })).toEqual([message]),
  )

  test.each([
    [{ cbu: '9990001800000000123458' }, 'cbu: CBU o CVU: no es un CBU: revisá sus 22 números.'],
    [{ alias: 'corto' }, 'alias: Alias: lleva de 6 a 20 letras, números, puntos o guiones.'],
    [{ holder: '' }, 'holder: Titular: falta.'],
  ])('of an account with %j is refused by name', (wrong, message) =>
    expect(told(changedBankAccount, { ...account, ...wrong })).toEqual([message]),
  )

  test('may leave out links and alias', () => {
    expect(told(changedSeller, { ...details, dataFiscal: '', consumerDefence: '' })).toBeUndefined()
    expect(told(changedBankAccount, { ...account, alias: '' })).toBeUndefined()
  })
})

describe('a change', () => {
  const started: SellerEvent = { type: 'SellerChanged', data: { ...first, revision: 1 } }

  test('of either part carries both, under one revision', () => {
    const moved = { ...details, address: 'San Martín 5, Rosario' }
    given(seller).when({ type: 'StartSelling', seen: 0, settings: first }).then(started)
    given(seller, started)
      .when({ type: 'ChangeSeller', seen: 1, settings: moved })
      .then({ type: 'SellerChanged', data: { ...first, ...moved, revision: 2 } })
    given(seller, started)
      .when({ type: 'ChangeBankAccount', seen: 1, settings: noAccount })
      .then({ type: 'BankAccountChanged', data: { ...first, ...noAccount, revision: 2 } })
  })

  test('to what is there already is nothing', () => {
    given(seller, started).when({ type: 'ChangeSeller', seen: 0, settings: details }).nothing()
    given(seller, started).when({ type: 'ChangeBankAccount', seen: 0, settings: account }).nothing()
  })

  test('by an admin who saw another revision is refused', () => {
    given(seller, started)
      .when({ type: 'ChangeSeller', seen: 0, settings: { ...details, phone: '0800 555 0101' } })
      .rejects('settings_changed')
    given(seller, started).when({ type: 'ChangeBankAccount', seen: 0, settings: noAccount }).rejects('settings_changed')
  })
})
