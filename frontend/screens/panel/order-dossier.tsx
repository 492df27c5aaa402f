// The dossier of an order; its printed form goes into the parcel.
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { DossierFrame } from '#frontend/features/panel/dossier/dossier-frame.tsx'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { RawPayments } from '#frontend/features/panel/dossier/raw-payments.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { OrderActs } from '#frontend/features/panel/orders/order-acts.tsx'
import { OrderAside } from '#frontend/features/panel/orders/order-aside.tsx'
import { OrderRefunds } from '#frontend/features/panel/orders/order-refunds.tsx'
import { OrderTransfer } from '#frontend/features/panel/orders/order-transfer.tsx'
import { panelOrderQuery } from '#frontend/features/panel/panel-orders.queries.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { nameOf, OrderSnapshot } from './order-snapshot.tsx'

export function OrderDossier({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(panelOrderQuery(id))} what="el legajo" absent="Esta orden no existe" look="cut-lg h-96">
      {(order) => <Known order={order} />}
    </Loaded>
  )
}

function Known({ order }: { order: PanelOrderDetail }) {
  const { id } = order
  const may = useMay()
  return (
    <DossierFrame
      kind="order"
      id={id}
      title={`Orden Nº ${id}`}
      acts={
        <>
          {may('accounts:read') && (
            <span className="flex min-h-11 items-center px-3">
              <DossierLink kind="user" id={order.userId} label={`Legajo de ${nameOf(order)}`}>
                {nameOf(order)}
              </DossierLink>
            </span>
          )}
          <Button look="outline" icon={<Printer className="size-5" />} onClick={() => print()}>
            Imprimir
          </Button>
        </>
      }
    >
      <div className="cut-lg border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
        <OrderSnapshot order={order} />
        <div className="print:hidden">
          <OrderTransfer order={order} />
          <OrderAside order={order} />
          <OrderActs order={order} />
          <OrderRefunds order={order} />
        </div>
      </div>
      <RawPayments orderId={id} />
    </DossierFrame>
  )
}
