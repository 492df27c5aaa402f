import { useQuery } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { type Props, SettingsPart } from './settings-part.tsx'

const pricesQuery = panelQuery('price-settings', {}, () => answered(panelApi.prices.$get()))

const fields = {
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

/** How prices and reductions are shown. */
export function PriceSettingsPart({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(pricesQuery)} what="los ajustes de precios" look="h-72">
      {(settings) => (
        <SettingsPart
          {...{ mayChange, fields, settings, queryKey: pricesQuery.queryKey }}
          title="Precios"
          about="Una rebaja se anuncia con el precio más bajo de los 30 días anteriores, nunca con otro. Un cambio se ve enseguida en toda la tienda."
          save={(json) => answered(panelApi.prices.$post({ json }))}
          saved="Ajustes de precios guardados!"
        />
      )}
    </Loaded>
  )
}
