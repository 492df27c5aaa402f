// Two parts of the section Ajustes: the seller, and the bank account.
import { useQuery } from '@tanstack/react-query'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import { accountFields, accountOf, detailFields, detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { answered, panelApi, type SellerSettings } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { SettingsPart } from './settings-part.tsx'

type Props = { mayChange: boolean }
type FormProps = Props & { settings: SellerSettings }

const sellerQuery = panelQuery('seller', {}, () => answered(panelApi.seller.$get()))
const keyField = { label: 'Clave superAdmin', type: 'password', maxLength: 200 } as const

export function SellerSettingsParts({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(sellerQuery)} what="quién vende" look="h-96">
      {(settings) => (
        <>
          <DetailsForm settings={settings} mayChange={mayChange} />
          <AccountForm settings={settings} mayChange={mayChange} />
        </>
      )}
    </Loaded>
  )
}

function DetailsForm({ settings, mayChange }: FormProps) {
  const { revision, cuit } = settings
  return (
    <SettingsPart
      title="Quién vende"
      about="Se ve al pie de cada página, en los productos, en las órdenes y en los correos. Cada orden conserva los datos del momento en que se hizo."
      mayChange={mayChange}
      fields={detailFields}
      texts={{ ...detailsOf(settings), cuit: formatCuit(cuit) }}
      queryKey={sellerQuery.queryKey}
      save={(details) => answered(panelApi.seller.$post({ json: { revision, ...details } }))}
      saved="Datos de quien vende guardados!"
    />
  )
}

function AccountForm({ settings, mayChange }: FormProps) {
  const { revision } = settings
  return (
    <SettingsPart
      title="Cuenta bancaria"
      about="Adonde transfieren quienes pagan por transferencia. Cambiarla pide la clave superAdmin, y se avisa por correo a toda la administración."
      mayChange={mayChange}
      fields={mayChange ? { ...accountFields, superAdminKey: keyField } : accountFields}
      texts={{ ...accountOf(settings), superAdminKey: '' }}
      queryKey={sellerQuery.queryKey}
      save={({ superAdminKey, ...account }) => {
        const key = superAdminKey === '' ? {} : { superAdminKey }
        return answered(panelApi.seller.account.$post({ json: { revision, ...account, ...key } }))
      }}
      saved="Cuenta bancaria guardada!"
    />
  )
}
