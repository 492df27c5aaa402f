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
const { queryKey } = sellerQuery

/** The seller, and the bank account. */
export function SellerSettingsParts({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(sellerQuery)} what="quién vende" look="h-96">
      {(settings) => (
        <>
          <SettingsPart
            {...{ mayChange, queryKey, settings: { ...settings, cuit: formatCuit(settings.cuit) } }}
            title="Quién vende"
            about="Se ve al pie de cada página, en los productos, en las órdenes y en los correos. Cada orden conserva los datos del momento en que se hizo."
            fields={inputsOf(detailFields)}
            save={(json) => answered(panelApi.seller.$post({ json }))}
            saved="Datos de quien vende guardados!"
          />
          <SettingsPart
            {...{ mayChange, queryKey, settings: { ...settings, superAdminKey: '' } }}
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
