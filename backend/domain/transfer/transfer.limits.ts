// The settings of paying by bank transfer, shared with the browser.

/** `maxOpenOrders`: of one account that wait for their transfer at once. */
export type TransferSettings = { isOn: boolean; discountPercent: number; holdHours: number; maxOpenOrders: number }

export const noTransfer: TransferSettings = { isOn: false, discountPercent: 10, holdHours: 48, maxOpenOrders: 2 }

export const transferLimits = {
  discountPercent: { min: 0, max: 50 },
  holdHours: { min: 24, max: 72 },
  maxOpenOrders: { min: 1, max: 10 },
} as const
