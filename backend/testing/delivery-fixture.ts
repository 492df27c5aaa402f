// For tests: prices of shipping, and an address to ship to.
import type { Client } from '#scripts/testing/client.ts'

export const address = {
  ...{ recipient: 'Ana Ríos', street: 'Mitre 123', floor: '4º B', city: 'Rosario', province: 'Santa Fe' },
  ...{ postalCode: '2000', phone: '341 555-1234' },
}

type Range = { from: number; to: number; price: number; days: number }

/** Puts these prices in the place of the present ones, as an admin. freeFrom: default none is free. */
export async function priceShipping(admin: Client, ranges: readonly Range[], freeFrom: number | null = null) {
  const { revision } = (await admin.get('/api/panel/delivery')).body
  const answer = await admin.post('/api/panel/delivery', { revision, ranges, freeFrom })
  if (answer.status !== 200) throw new Error(`delivery answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
