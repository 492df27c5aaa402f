import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { PriceSettingsEvent } from './price-settings.events.ts'
import { firstPriceSettings, type PriceSettings } from './price-settings.limits.ts'

/** `revision`: 0 before the first change. */
export type PriceSettingsState = PriceSettings & { revision: number }
export type PriceSettingsCommand = { type: 'ChangePriceSettings'; seen: number; settings: PriceSettings }

export const priceSettings: Decider<PriceSettingsState, PriceSettingsCommand, PriceSettingsEvent, 'pricing'> = {
  category: 'pricing',
  initial: { ...firstPriceSettings, revision: 0 },
  evolve: (_, { data }) => data,
  /** Ignores what is so already. Throws Rejection settings_changed if the revision differs. */
  decide(state, { seen, settings }) {
    const keys = Object.keys(settings) as (keyof PriceSettings)[]
    if (keys.every((key) => state[key] === settings[key])) return []
    if (seen !== state.revision) throw new Rejection('settings_changed')
    return [{ type: 'PriceSettingsChanged', data: { ...settings, revision: state.revision + 1 } }]
  },
  snapshots: { types: ['PriceSettingsChanged'] },
}
