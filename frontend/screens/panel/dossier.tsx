import { readDossier } from '#frontend/features/panel/dossier/dossier-address.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { OrderDossier } from './order-dossier.tsx'
import { ProductDossier } from './product-dossier.tsx'
import { UserDossier } from './user-dossier.tsx'

const dossiers = { order: OrderDossier, product: ProductDossier, user: UserDossier }

export default function Dossier() {
  const named = readDossier(usePanelAddress().address.dossier)
  if (!named) return null
  const Named = dossiers[named.kind]
  return <Named key={`${named.kind}-${named.id}`} id={named.id} />
}
