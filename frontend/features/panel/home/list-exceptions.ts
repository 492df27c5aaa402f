// Derives pending work from the section's data, most urgent first.
import {
  Ban,
  CircleDollarSign,
  Clock,
  FileText,
  HandCoins,
  Landmark,
  PackageX,
  RefreshCwOff,
  RotateCcw,
  ShieldAlert,
  ShieldQuestion,
  Undo2,
} from 'lucide-react'
import type { Permission } from '#backend/domain/user/roles.limits.ts'
import type { AccountsOverview, Operations, ProductsOverview, SalesOverview } from '#frontend/api.ts'
import { troubleOf } from '#frontend/features/panel/operations/subscription-badge.tsx'
import { nameOf } from '#frontend/features/panel/operations/words.ts'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import type { Exception } from './exceptions.tsx'
import { counted } from './figures.ts'

/** Undefined: not loaded, or hidden from this reader. */
export type Known = {
  sales?: SalesOverview | undefined
  products?: ProductsOverview | undefined
  accounts?: AccountsOverview | undefined
  operations?: Operations | undefined
}
type May = (permission: Permission) => boolean

/** Age in days after which a verification counts as outdated. */
const staleDays = 7
const dayMs = 86_400_000

export function listExceptions({ sales, products, accounts, operations }: Known, may: May, now: number): Exception[] {
  return [
    ...(sales ? [...ofMoney(sales), ...ofHolds(sales, now)] : []),
    ...(sales && may('payments:confirm') ? ofTransfers(sales) : []),
    ...(operations ? ofMachinery(operations, now) : []),
    ...(products ? ofProducts(products) : []),
    ...(accounts ? ofAccounts(accounts, may) : []),
  ].sort((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
}

/** The exception, if there are any of its kind. */
const ifAny = (count: number, exception: Exception) => (count > 0 ? [exception] : [])

const orders = { tab: 'ordenes' }
const toOrder = (id: number) => ({ key: id, name: `Orden Nº ${id}`, to: { ...orders, id } })

function ofMoney({ paymentsAside, unmatched, refundTrouble, withdrawals }: SalesOverview): Exception[] {
  const named = new Set(paymentsAside.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))
  const aside = [...named].slice(0, 5).map(toOrder)
  return [
    ...ifAny(paymentsAside.length, {
      key: 'aside',
      Icon: HandCoins,
      title: counted(paymentsAside.length, 'pago apartado', 'pagos apartados'),
      note: 'Aprobados, pero no coinciden con su orden: hay que aceptarlos, devolverlos o darlos por resueltos.',
      to: aside[0]?.to ?? orders,
      each: aside,
      isUrgent: true,
    }),
    ...ifAny(unmatched, {
      key: 'unmatched',
      Icon: CircleDollarSign,
      title: counted(unmatched, 'pago sin orden', 'pagos sin orden'),
      note: 'Entró dinero que no nombra ninguna orden: hay que devolverlo o anotar de qué era.',
      to: orders,
      isUrgent: true,
    }),
    ...ifAny(refundTrouble.count, {
      key: 'refunds',
      Icon: RotateCcw,
      title: counted(refundTrouble.count, 'orden con una devolución trabada', 'órdenes con devoluciones trabadas'),
      note: 'El proveedor no la aceptó, o no confirmó si la hizo.',
      to: { ...orders, id: refundTrouble.orders[0] ?? 0 },
      each: refundTrouble.orders.map(toOrder),
      isUrgent: true,
    }),
    ...ifAny(withdrawals, {
      key: 'withdrawals',
      Icon: Undo2,
      title: counted(withdrawals, 'arrepentimiento por resolver', 'arrepentimientos por resolver'),
      note: 'El comprador devolvió la compra y espera su dinero.',
      to: { ...orders, state: 'withdrawn' },
      isUrgent: true,
    }),
  ]
}

function ofTransfers({ receipts, toTransfer }: SalesOverview): Exception[] {
  return [
    ...ifAny(toTransfer.count, {
      key: 'to-transfer',
      Icon: Landmark,
      title: counted(toTransfer.count, 'orden con dinero a transferir', 'órdenes con dinero a transferir'),
      note: 'Se devuelve por el banco: hacé la transferencia y anotá su movimiento.',
      to: { ...orders, id: toTransfer.orders[0] ?? 0 },
      each: toTransfer.orders.map(toOrder),
      isUrgent: true,
    }),
    ...ifAny(receipts.count, {
      key: 'receipts',
      Icon: FileText,
      title: counted(receipts.count, 'orden con comprobante por mirar', 'órdenes con comprobantes por mirar'),
      note: 'El comprador avisa que transfirió: buscá el movimiento en la cuenta y anotalo.',
      to: { ...orders, id: receipts.orders[0] ?? 0 },
      each: receipts.orders.map(toOrder),
    }),
  ]
}

function ofHolds({ expiring: { count, orders: held } }: SalesOverview, now: number): Exception[] {
  const left = (until: string) =>
    counted(Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000)), 'minuto', 'minutos')
  return ifAny(count, {
    key: 'expiring',
    Icon: Clock,
    title: counted(count, 'orden por vencer', 'órdenes por vencer'),
    note: 'Apartan stock y todavía no se pagaron.',
    to: { ...orders, state: 'placed' },
    each: held.map(({ id, holdUntil }) => ({ ...toOrder(id), name: `Nº ${id}: ${left(holdUntil)}` })),
  })
}

function ofProducts({ soldOut }: ProductsOverview): Exception[] {
  return ifAny(soldOut.length, {
    key: 'sold-out',
    Icon: PackageX,
    title: counted(soldOut.length, 'producto agotado que se vende', 'productos agotados que se venden'),
    note: 'Se vendieron en los últimos 30 días y no queda ninguno.',
    to: { tab: 'productos', q: soldOut[0]?.name ?? '' },
    each: soldOut.map(({ id, name }) => ({ key: id, name, to: { tab: 'productos', q: name } })),
  })
}

function ofAccounts({ bans, since }: AccountsOverview, may: May): Exception[] {
  return ifAny(bans, {
    key: 'bans',
    Icon: Ban,
    title: counted(bans, 'cuenta suspendida esta semana', 'cuentas suspendidas esta semana'),
    note: 'Quién, por qué y desde cuándo.',
    to: may('audit:read') ? { tab: 'auditoria', kind: 'ban', from: since } : { tab: 'clientes' },
  })
}

const machinery = { tab: 'operaciones' }

function ofMachinery({ subscriptions, lastVerify }: Operations, now: number): Exception[] {
  const troubled = subscriptions.filter((row) => row.state === 'live' && troubleOf(row) !== null)
  const lag = ifAny(troubled.length, {
    key: 'lag',
    Icon: RefreshCwOff,
    title: counted(troubled.length, 'lectura con problemas', 'lecturas con problemas'),
    note: troubled.map((row) => `${nameOf(row.name)}: ${troubleOf(row)?.toLowerCase()}`).join(', '),
    to: machinery,
    isUrgent: true,
  })
  return [...lag, ...verifyOf(lastVerify, now)]
}

function verifyOf(last: Operations['lastVerify'], now: number): Exception[] {
  const when = last?.endedAt ? `La última fue el ${formatMoment(last.endedAt)}.` : 'Todavía no hubo ninguna.'
  const common = { key: 'verify', to: machinery }
  if (last?.state === 'differs' || last?.state === 'failed') {
    const title = 'La última verificación encontró algo'
    return [{ ...common, Icon: ShieldAlert, title, note: last.detail ?? when, isUrgent: true }]
  }
  const isFresh = last?.endedAt && now - Date.parse(last.endedAt) < staleDays * dayMs
  return isFresh ? [] : [{ ...common, Icon: ShieldQuestion, title: 'Sin verificación reciente', note: when }]
}
