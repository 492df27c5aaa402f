// Paying by bank transfer: a part of the section Ajustes.
import { useQuery } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { SettingsPart, typedNumber } from './settings-part.tsx'

const transferQuery = panelQuery('transfer', {}, () => answered(panelApi.transfer.$get()))

const fields = {
  isOn: { label: 'Ofrecer el pago por transferencia', options: { yes: 'Sí', no: 'No' } },
  discountPercent: { label: 'Descuento (%)', hint: 'Sobre el precio de cada unidad.', inputMode: 'numeric' },
  holdHours: { label: 'Horas de espera', hint: 'Cuánto se apartan los productos: de 24 a 72.', inputMode: 'numeric' },
  maxOpenOrders: {
    label: 'Órdenes a la vez',
    hint: 'Cuántas puede tener sin pagar cada cuenta.',
    inputMode: 'numeric',
  },
} as const

const offered =
  'Quien compra transfiere a la cuenta bancaria de arriba; la orden se paga cuando alguien anota el movimiento.'
const accountIsMissing = 'Falta la cuenta bancaria: sin ella no se ofrece, aunque esté encendido.'

export function TransferSettingsPart({ mayChange }: { mayChange: boolean }) {
  return (
    <Loaded query={useQuery(transferQuery)} what="el pago por transferencia" look="h-64">
      {({ hasAccount, revision, isOn, discountPercent, holdHours, maxOpenOrders }) => (
        <SettingsPart
          title="Pago por transferencia"
          about={hasAccount ? offered : accountIsMissing}
          mayChange={mayChange}
          fields={fields}
          texts={{
            isOn: isOn ? 'yes' : 'no',
            discountPercent: String(discountPercent),
            holdHours: String(holdHours),
            maxOpenOrders: String(maxOpenOrders),
          }}
          queryKey={transferQuery.queryKey}
          save={(texts) => {
            const json = {
              revision,
              isOn: texts.isOn === 'yes',
              discountPercent: typedNumber(texts.discountPercent),
              holdHours: typedNumber(texts.holdHours),
              maxOpenOrders: typedNumber(texts.maxOpenOrders),
            }
            return answered(panelApi.transfer.$post({ json }))
          }}
          saved="Pago por transferencia guardado!"
        />
      )}
    </Loaded>
  )
}
