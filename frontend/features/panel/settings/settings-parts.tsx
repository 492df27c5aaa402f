// The parts of the section Ajustes: the seller and the bank account, how prices show, paying by bank transfer.
import { useQuery } from '@tanstack/react-query'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import { accountFields, detailFields } from '#backend/domain/seller/seller.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { keyInput } from '#frontend/features/panel/form/ask-dialog.tsx'
import type { Input } from '#frontend/features/panel/form/inputs.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { type Props, SettingsPart } from './settings-part.tsx'

const sellerQuery = panelQuery('seller', {}, () => answered(panelApi.seller.$get()))

export function SellerSettingsParts({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(sellerQuery)} what="quién vende" look="h-96">
      {(settings) => (
        <>
          <SettingsPart
            {...{
              mayChange,
              queryKey: sellerQuery.queryKey,
              settings: { ...settings, cuit: formatCuit(settings.cuit) },
            }}
            title="Quién vende"
            about="Se ve al pie de cada página, en los productos, en las órdenes y en los correos. Cada orden conserva los datos del momento en que se hizo."
            fields={inputsOf(detailFields)}
            save={(json) => answered(panelApi.seller.$post({ json }))}
            saved="Datos de quien vende guardados!"
          />
          <SettingsPart
            {...{ mayChange, queryKey: sellerQuery.queryKey, settings: { ...settings, superAdminKey: '' } }}
            title="Cuenta bancaria"
            about="Adonde transfieren quienes pagan por transferencia. Cambiarla pide la clave superAdmin, y se avisa por correo a toda la administración."
            fields={{ ...inputsOf(accountFields), ...(mayChange && { superAdminKey: keyInput }) }}
            save={({ superAdminKey: key, ...account }) =>
              answered(
                panelApi.seller.account.$post({ json: key === '' ? account : { ...account, superAdminKey: key } }),
              )
            }
            saved="Cuenta bancaria guardada!"
          />
        </>
      )}
    </Loaded>
  )
}

function inputsOf<Name extends string>(fields: Readonly<Record<Name, Input>>): Record<Name, Input> {
  const inputs = Object.entries<Input>(fields).map(([name, { label, hint, maxLength }]) => [
    name,
    { label, hint, maxLength },
  ])
  return Object.fromEntries(inputs) as Record<Name, Input>
}

const pricesQuery = panelQuery('price-settings', {}, () => answered(panelApi.prices.$get()))

const priceFields = {
  netPriceSize: {
    label: 'Precio sin impuestos nacionales',
    options: [
      ['smaller', 'Más chico que el precio final'],
      ['same', 'Del mismo tamaño'],
    ],
  },
  announcesReductions: {
    label: 'Rebajas',
    options: [
      ['true', 'Se anuncian con el precio de antes'],
      ['false', 'No se anuncian'],
    ],
  },
  daysBeforePercent: {
    label: 'Días a la venta antes de mostrar un porcentaje',
    hint: 'De 0 a 30.',
    inputMode: 'numeric',
  },
} as const

export function PriceSettingsPart({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(pricesQuery)} what="los ajustes de precios" look="h-72">
      {(settings) => (
        <SettingsPart
          {...{ mayChange, fields: priceFields, settings, queryKey: pricesQuery.queryKey }}
          title="Precios"
          about="Una rebaja se anuncia con el precio más bajo de los 30 días anteriores, nunca con otro. Un cambio se ve enseguida en toda la tienda."
          save={(json) => answered(panelApi.prices.$post({ json }))}
          saved="Ajustes de precios guardados!"
        />
      )}
    </Loaded>
  )
}

const transferQuery = panelQuery('transfer', {}, () => answered(panelApi.transfer.$get()))

const inputMode = 'numeric'
const transferFields = {
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
          {...{ mayChange, fields: transferFields, settings, queryKey: transferQuery.queryKey }}
          title="Pago por transferencia"
          about={settings.hasAccount ? offered : accountIsMissing}
          save={(json) => answered(panelApi.transfer.$post({ json }))}
          saved="Pago por transferencia guardado!"
        />
      )}
    </Loaded>
  )
}
