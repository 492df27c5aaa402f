import { useQuery } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { type Props, SettingsPart } from './settings-part.tsx'

const transferQuery = panelQuery('transfer', {}, () => answered(panelApi.transfer.$get()))

const inputMode = 'numeric'
const fields = {
  isOn: {
    label: 'Ofrecer el pago por transferencia',
    options: [
      ['true', 'Sí'],
      ['false', 'No'],
    ],
  },
  discountPercent: { label: 'Descuento (%)', hint: 'Sobre el precio de cada unidad.', inputMode },
  holdHours: { label: 'Horas de espera', hint: 'Cuánto se apartan los productos: de 24 a 72.', inputMode },
  maxOpenOrders: { label: 'Órdenes a la vez', hint: 'Cuántas puede tener sin pagar cada cuenta.', inputMode },
} as const

const offered =
  'Quien compra transfiere a la cuenta bancaria de arriba; la orden se paga cuando alguien anota el movimiento.'
const accountIsMissing = 'Falta la cuenta bancaria: sin ella no se ofrece, aunque esté encendido.'

export function TransferSettingsPart({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(transferQuery)} what="el pago por transferencia" look="h-64">
      {(settings) => (
        <SettingsPart
          {...{ mayChange, fields, settings, queryKey: transferQuery.queryKey }}
          title="Pago por transferencia"
          about={settings.hasAccount ? offered : accountIsMissing}
          save={(json) => answered(panelApi.transfer.$post({ json }))}
          saved="Pago por transferencia guardado!"
        />
      )}
    </Loaded>
  )
}
