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

/** The exception, if there are any of its kind; `named`: the title for one and for many. */
function ifAny(count: number, named: [one: string, many: string], exception: Omit<Exception, 'title'>): Exception[] {
  return count > 0 ? [{ ...exception, title: counted(count, ...named) }] : []
}

const orders = { tab: 'ordenes' }
const toOrder = (id: number) => ({ key: id, name: `Orden Nº ${id}`, to: { ...orders, id } })
/** Leads to the first order, and to each. */
const toOrders = (ids: readonly number[]) => {
  const each = ids.map(toOrder)
  return { to: each[0]?.to ?? orders, each }
}

function ofMoney({ paymentsAside, unmatched, refundTrouble, withdrawals }: SalesOverview): Exception[] {
  const named = new Set(paymentsAside.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))
  const isUrgent = true
  return [
    ...ifAny(paymentsAside.length, ['pago apartado', 'pagos apartados'], {
      Icon: HandCoins,
      note: 'Aprobados, pero no coinciden con su orden: hay que aceptarlos, devolverlos o darlos por resueltos.',
      ...toOrders([...named].slice(0, 5)),
      isUrgent,
    }),
    ...ifAny(unmatched, ['pago sin orden', 'pagos sin orden'], {
      Icon: CircleDollarSign,
      note: 'Entró dinero que no nombra ninguna orden: hay que devolverlo o anotar de qué era.',
      to: orders,
      isUrgent,
    }),
    ...ifAny(refundTrouble.count, ['orden con una devolución trabada', 'órdenes con devoluciones trabadas'], {
      Icon: RotateCcw,
      note: 'El proveedor no la aceptó, o no confirmó si la hizo.',
      ...toOrders(refundTrouble.orders),
      isUrgent,
    }),
    ...ifAny(withdrawals, ['arrepentimiento por resolver', 'arrepentimientos por resolver'], {
      Icon: Undo2,
      note: 'El comprador devolvió la compra y espera su dinero.',
      to: { ...orders, state: 'withdrawn' },
      isUrgent,
    }),
  ]
}

function ofTransfers({ receipts, toTransfer }: SalesOverview): Exception[] {
  return [
    ...ifAny(toTransfer.count, ['orden con dinero a transferir', 'órdenes con dinero a transferir'], {
      Icon: Landmark,
      note: 'Se devuelve por el banco: hacé la transferencia y anotá su movimiento.',
      ...toOrders(toTransfer.orders),
      isUrgent: true,
    }),
    ...ifAny(receipts.count, ['orden con comprobante por mirar', 'órdenes con comprobantes por mirar'], {
      Icon: FileText,
      note: 'El comprador avisa que transfirió: buscá el movimiento en la cuenta y anotalo.',
      ...toOrders(receipts.orders),
    }),
  ]
}

function ofHolds({ expiring: { count, orders: held } }: SalesOverview, now: number): Exception[] {
  const left = (until: string) =>
    counted(Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000)), 'minuto', 'minutos')
  return ifAny(count, ['orden por vencer', 'órdenes por vencer'], {
    Icon: Clock,
    note: 'Con stock apartado y todavía sin pago.',
    to: { ...orders, state: 'placed' },
    each: held.map(({ id, holdUntil }) => ({ ...toOrder(id), name: `Nº ${id}: ${left(holdUntil)}` })),
  })
}

function ofProducts({ soldOut }: ProductsOverview): Exception[] {
  return ifAny(soldOut.length, ['producto agotado que se vende', 'productos agotados que se venden'], {
    Icon: PackageX,
    note: 'Se vendieron en los últimos 30 días y no queda ninguno.',
    to: { tab: 'productos', q: soldOut[0]?.name ?? '' },
    each: soldOut.map(({ id, name }) => ({ key: id, name, to: { tab: 'productos', q: name } })),
  })
}

function ofAccounts({ bans, since }: AccountsOverview, may: May): Exception[] {
  return ifAny(bans, ['cuenta suspendida esta semana', 'cuentas suspendidas esta semana'], {
    Icon: Ban,
    note: 'Quién, por qué y desde cuándo.',
    to: may('audit:read') ? { tab: 'auditoria', kind: 'ban', from: since } : { tab: 'clientes' },
  })
}

const to = { tab: 'operaciones' }

function ofMachinery({ subscriptions, lastVerify }: Operations, now: number): Exception[] {
  const troubled = subscriptions.filter((row) => row.state === 'live' && troubleOf(row) !== null)
  const lag = ifAny(troubled.length, ['lectura con problemas', 'lecturas con problemas'], {
    Icon: RefreshCwOff,
    note: troubled.map((row) => `${nameOf(row.name)}: ${troubleOf(row)?.toLowerCase()}`).join(', '),
    to,
    isUrgent: true,
  })
  return [...lag, ...verifyOf(lastVerify, now)]
}

function verifyOf(last: Operations['lastVerify'], now: number): Exception[] {
  const when = last?.endedAt ? `La última fue el ${formatMoment(last.endedAt)}.` : 'Todavía no hubo ninguna.'
  if (last?.state === 'differs' || last?.state === 'failed') {
    const title = 'La última verificación encontró algo'
    return [{ to, Icon: ShieldAlert, title, note: last.detail ?? when, isUrgent: true }]
  }
  const isFresh = last?.endedAt && now - Date.parse(last.endedAt) < staleDays * dayMs
  return isFresh ? [] : [{ to, Icon: ShieldQuestion, title: 'Sin verificación reciente', note: when }]
}
