import { z } from 'zod'
import { daysBeforePercentLimits, netPriceSizes } from './price-settings.limits.ts'

const { min, max } = daysBeforePercentLimits
const settings = z.object({
  netPriceSize: z.enum(netPriceSizes),
  announcesReductions: z.boolean(),
  daysBeforePercent: z
    .int('Días antes de un porcentaje: escribí un número entero.')
    .min(min, `Días antes de un porcentaje: de ${min} a ${max}.`)
    .max(max, `Días antes de un porcentaje: de ${min} a ${max}.`),
})

/** `revision`: as the admin saw it. */
export const changedPriceSettings = settings.extend({ revision: z.int().min(0) })
export const priceSettingsAnswer = settings.extend({ revision: z.int() })
export type PriceSettingsView = z.output<typeof priceSettingsAnswer>
