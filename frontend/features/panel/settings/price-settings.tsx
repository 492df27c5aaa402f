// A part of the section Ajustes: how prices and reductions are shown.
import { useQuery } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { SettingsPart, typedNumber } from './settings-part.tsx'

const pricesQuery = panelQuery('price-settings', {}, () => answered(panelApi.prices.$get()))

const fields = {
  netPriceSize: {
    label: 'Precio sin impuestos nacionales',
    options: { smaller: 'Más chico que el precio final', same: 'Del mismo tamaño' },
  },
  announcesReductions: {
    label: 'Rebajas',
    options: { yes: 'Se anuncian con el precio de antes', no: 'No se anuncian' },
  },
  daysBeforePercent: {
    label: 'Días a la venta antes de mostrar un porcentaje',
    hint: 'De 0 a 30.',
    inputMode: 'numeric',
  },
} as const

export function PriceSettingsPart({ mayChange }: { mayChange: boolean }) {
  return (
    <Loaded query={useQuery(pricesQuery)} what="los ajustes de precios" look="h-72">
      {({ revision, netPriceSize, announcesReductions, daysBeforePercent }) => (
        <SettingsPart
          title="Precios"
          about="Una rebaja se anuncia con el precio más bajo de los 30 días anteriores, nunca con otro. Un cambio se ve enseguida en toda la tienda."
          mayChange={mayChange}
          fields={fields}
          texts={{
            netPriceSize,
            announcesReductions: announcesReductions ? 'yes' : 'no',
            daysBeforePercent: String(daysBeforePercent),
          }}
          queryKey={pricesQuery.queryKey}
          save={(texts) => {
            const json = {
              revision,
              netPriceSize: texts.netPriceSize === 'same' ? ('same' as const) : ('smaller' as const),
              announcesReductions: texts.announcesReductions === 'yes',
              daysBeforePercent: typedNumber(texts.daysBeforePercent),
            }
            return answered(panelApi.prices.$post({ json }))
          }}
          saved="Ajustes de precios guardados!"
        />
      )}
    </Loaded>
  )
}
