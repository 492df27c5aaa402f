import { moneyOf } from '#backend/audit/wording/values.ts'
import { netOf, type TaxRates } from '#backend/domain/money.ts'
import { unitDiscount } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import { percentText } from '#backend/domain/product/field-kinds.ts'
import { priceEvent } from '#backend/domain/product/price-points.ts'
import { offerDays } from '#backend/domain/product/product.limits.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { defineCommand, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { type Reduction, reductionIn } from '#backend/readmodels/catalogue/price-history.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export const provePriceCommand = defineCommand({
  name: 'prove-price',
  summary: 'Recalcula del registro el precio que mostró un renglón de una orden, y nombra los hechos que lo prueban.',
  access: 'looks',
  operands: ['ORDER', 'LINE'],
  async run({ core, tell }, { operands: [orderText = '', lineText = ''] }) {
    if (orderText === '' || lineText === '') throw new WrongUse('Faltan el número de la orden y el del renglón.')
    const proof = await proveLine(core.store, readNumber('ORDER', orderText, 1), readNumber('LINE', lineText, 1))
    tell(proof, ...linesOf(proof))
    return proof.faults.length === 0
  },
})

type Proof = Awaited<ReturnType<typeof proveLine>>

async function proveLine(store: ShopStore, orderId: number, nth: number) {
  const facts = (await store.readStreams([`order-${orderId}`])).get(`order-${orderId}`) ?? []
  const [placed, state] = [facts[0], facts.reduce(order.evolve, order.initial)]
  const line = state?.lines[nth - 1]
  if (!placed || !state) throw new OpsFailure(`No hay una orden Nº ${orderId}.`)
  if (!line) throw new OpsFailure(`La orden Nº ${orderId} no tiene un renglón ${nth}: tiene ${state.lines.length}.`)
  const stream = `product-${line.productId}` as const
  const events = (await store.readStreams([stream])).get(stream) ?? []
  const seen = events.filter(({ version }) => version <= line.productVersion)
  const told = priceEvent(seen, line.productVersion)
  const later = events.filter(({ version, position }) => version > line.productVersion && position < placed.position)
  const { state: rules } = await loadState(store, priceSettings, settingsId, placed.position)
  const reduction = reductionIn(seen)
  return {
    order: { orderId, position: placed.position, at: placed.at.toISOString() },
    line: { nth, ...line, currency: state.currency },
    event: told && { stream, position: told.position, version: told.version, at: told.at.toISOString(), ...told.data },
    /** The price before that was announced then, or could have been. */
    reduction: reduction && announcedAt(placed.at, reduction, rules),
    faults: faultsOf(line, told?.data, later.length, state.transfer?.discountPercent ?? 0),
  }
}

function announcedAt(at: Date, { since, ...reduction }: Reduction, rules: PriceSettings) {
  const isRecent = at.getTime() - since <= offerDays * 86_400_000
  return {
    ...{ ...reduction, since: new Date(since).toISOString() },
    isAnnounced: rules.announcesReductions && isRecent,
    hasPercent: reduction.daysOnSale >= rules.daysBeforePercent,
  }
}

type Shown = { priceCents: number; netCents: number }
type Paid = Shown & { discountCents: number }

function faultsOf(line: Paid, told: (Shown & TaxRates) | undefined, later: number, percent: number): string[] {
  const { priceCents, netCents, discountCents } = line
  const discount =
    discountCents !== unitDiscount(priceCents, percent) &&
    `El descuento del renglón no es el ${percent} % que la orden dice.`
  const price = told
    ? [
        told.priceCents !== priceCents && 'El precio del renglón no es el del hecho.',
        netOf(told.priceCents - discountCents, told) !== netCents &&
          'El precio sin impuestos del renglón no es el de lo que se paga, con las alícuotas del hecho.',
        netOf(told.priceCents, told) !== told.netCents && 'El precio sin impuestos del hecho no sale de sus alícuotas.',
        later > 0 && `El producto cambió ${later} veces entre esa versión y la orden.`,
      ]
    : ['El registro no tiene el precio del producto en esa versión.']
  return [...price, discount].filter((fault) => typeof fault === 'string')
}

function howTold({ isAnnounced, hasPercent }: ReturnType<typeof announcedAt>): string {
  if (!isAnnounced) return '; no se anunciaba'
  return hasPercent ? '' : '; sin porcentaje'
}

function linesOf({ order: placed, line, event, reduction, faults }: Proof): string[] {
  const money = (cents: number) => moneyOf(cents, line.currency)
  const rates = event && `IVA ${percentText(event.vatRate)} %, internos ${percentText(event.internalTaxRate)} %`
  return [
    `Orden Nº ${placed.orderId}, hecho ${placed.position}, ${placed.at}`,
    `Renglón ${line.nth}: ${line.quantity} × ${line.name} a ${money(line.priceCents)}, sin impuestos ${money(line.netCents)}`,
    ...(line.discountCents > 0 ? [`Descuento por transferencia: ${money(line.discountCents)} por unidad`] : []),
    ...(event
      ? [
          `Precio: hecho ${event.position} de ${event.stream} (versión ${event.version}), ${event.at}`,
          `        ${money(event.priceCents)}, sin impuestos ${money(event.netCents)}; ${rates}`,
        ]
      : []),
    reduction
      ? `Rebaja:  antes ${money(reduction.fromCents)}, hecho ${reduction.position}; desde ${reduction.since}${howTold(reduction)}`
      : 'Rebaja:  ninguna que se pudiera anunciar',
    ...(faults.length === 0 ? ['Coincide con el registro.'] : faults),
  ]
}
