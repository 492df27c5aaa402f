// How the shop shows its prices, as an admin sets it.

/** `daysBeforePercent`: a product that was on sale for less shows no percentage of a reduction. */
export type PriceSettings = {
  netPriceSize: NetPriceSize
  announcesReductions: boolean
  daysBeforePercent: number
}

/** Sources differ on Res. 4/2025: smaller than the final price, or the same size. */
export const netPriceSizes = ['smaller', 'same'] as const
export type NetPriceSize = (typeof netPriceSizes)[number]

export const daysBeforePercentLimits = { min: 0, max: 30 }

export const firstPriceSettings: PriceSettings = {
  netPriceSize: 'smaller',
  announcesReductions: true,
  daysBeforePercent: 7,
}

/** Everything by which a product shows its prices. `transferPercent`: off for paying by transfer; 0: not offered. */
export type PriceRules = PriceSettings & { transferPercent: number }
export const firstPriceRules: PriceRules = { ...firstPriceSettings, transferPercent: 0 }
