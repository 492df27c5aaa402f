// What the demo ships for: every part of the country but Tierra del Fuego, whose shoppers see that things can be picked up.
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'

const to = (from: number, last: number, price: number, days: number) => ({
  ...{ from, to: last, priceCents: price * 100, days },
})

export const demoDelivery: DeliveryPrices = {
  ranges: [
    ...[to(1000, 1499, 4500, 2), to(1500, 1899, 5900, 3), to(1900, 1999, 6500, 3)],
    ...[to(2000, 3099, 7900, 5), to(3100, 3799, 9900, 6), to(4000, 4799, 10_500, 7)],
    ...[to(5000, 5999, 8500, 5), to(6000, 7799, 7900, 5), to(8000, 8199, 8500, 5)],
    ...[to(8200, 8599, 10_900, 7), to(9000, 9399, 12_900, 9)],
  ],
  freeFromCents: 500_000_00,
}
