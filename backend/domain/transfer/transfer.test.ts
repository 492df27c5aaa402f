// The settings of paying by transfer.

import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { TransferEvent } from './transfer.events.ts'
import { transfer } from './transfer.ts'

describe('the settings', () => {
  const settings = { isOn: true, discountPercent: 15, holdHours: 72, maxOpenOrders: 3 }
  const change = { type: 'ChangeTransferSettings', seen: 0, settings } as const
  const changed: TransferEvent = { type: 'TransferSettingsChanged', data: { revision: 1, ...settings } }

  test('are changed as a whole; the same again changes nothing', () => {
    given(transfer).when(change).then(changed)
    given(transfer, changed).when(change).nothing()
    given(transfer, changed)
      .when({ ...change, seen: 1, settings: { ...settings, isOn: false } })
      .then({ type: 'TransferSettingsChanged', data: { revision: 2, ...settings, isOn: false } })
  })

  test('are not overwritten by who saw earlier ones', () =>
    given(transfer, changed)
      .when({ ...change, settings: { ...settings, holdHours: 24 } })
      .rejects('settings_changed'))

  test('offer nothing before the first change', () => expect(transfer.initial.isOn).toBe(false))
})
