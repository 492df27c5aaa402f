// Addresses of the demo's people, all over the country except Tierra del Fuego, where shoppers are offered pick-up.
import type { Address } from '#backend/domain/address.limits.ts'
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'

const to = (from: number, last: number, price: number, days: number) => ({
  from,
  to: last,
  priceCents: price * 100,
  days,
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

const places = [
  ...[['Av. Corrientes 3247', '7.º B', 'Almagro', 'Ciudad Autónoma de Buenos Aires', '1193', '11']],
  ...[['Gorriti 4820', '', 'Palermo', 'Ciudad Autónoma de Buenos Aires', '1414', '11']],
  ...[['Calle 7 n.º 1256', 'PB A', 'La Plata', 'Buenos Aires', '1900', '221']],
  ...[['Belgrano 615', '', 'San Isidro', 'Buenos Aires', '1642', '11']],
  ...[['Bv. Oroño 1180', '4.º D', 'Rosario', 'Santa Fe', '2000', '341']],
  ...[['Av. Colón 2260', '', 'Córdoba', 'Córdoba', '5003', '351']],
  ...[['San Martín 940', '2.º 5', 'Mendoza', 'Mendoza', '5500', '261']],
  ...[['Alvear 333', '', 'Mar del Plata', 'Buenos Aires', '7600', '223']],
  ...[['Las Heras 78', '', 'San Miguel de Tucumán', 'Tucumán', '4000', '381']],
  ...[['Mitre 1455', '', 'San Carlos de Bariloche', 'Río Negro', '8400', '294']],
] as const

export function addressOf(user: number, recipient: string): Address {
  const [street, floor, city, province, postalCode, area] = places[user % places.length] ?? places[0]
  const phone = `${area} 5${String(550_000 + user * 1_371)}`
  return { recipient, street, floor, city, province, postalCode, phone }
}
